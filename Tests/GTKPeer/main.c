// SPDX-License-Identifier: MIT
// A plain program on GTK 4 with the same rows as the app's lists, to compare with: gtk-peer START-NANOSECONDS [scroll].
// Prints one line: when its first frame was painted, its memory, and how scrolling for ten seconds went.
#include <adwaita.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static guint64 started, first_frame;
static gboolean scrolls;
static GMainLoop *loop;
static GtkAdjustment *adjustment;
static gint64 scroll_start, last_time;
static int frames, dropped;
static guint64 work;
static double step = 40;

static guint64 now(clockid_t clock) {
    struct timespec time;
    clock_gettime(clock, &time);
    return (guint64)time.tv_sec * 1000000000u + (guint64)time.tv_nsec;
}

static long resident(void) {
    char line[256];
    long kilobytes = 0;
    FILE *file = fopen("/proc/self/status", "r");
    while (file && fgets(line, sizeof line, file))
        if (sscanf(line, "VmRSS: %ld", &kilobytes) == 1) break;
    if (file) fclose(file);
    return kilobytes;
}

static void finish(void) {
    printf("first=%" G_GUINT64_FORMAT " resident=%ld frames=%d dropped=%d work=%" G_GUINT64_FORMAT "\n", first_frame,
           resident(), frames, dropped, work);
    fflush(stdout);
    g_main_loop_quit(loop);
}

static void scroll(GdkFrameClock *clock, gpointer data) {
    gint64 time = gdk_frame_clock_get_frame_time(clock);
    if (time - scroll_start >= 10 * G_USEC_PER_SEC) {
        if (last_time == G_MAXINT64) return;
        last_time = G_MAXINT64;
        work = now(CLOCK_PROCESS_CPUTIME_ID) - work;
        finish();
        return;
    }
    if (last_time > 0) {
        int passed = (int)((double)(time - last_time) / (1000000.0 / 60) + 0.5);
        dropped += passed > 1 ? passed - 1 : 0;
    }
    frames++;
    last_time = time;
    double value = gtk_adjustment_get_value(adjustment);
    double limit = gtk_adjustment_get_upper(adjustment) - gtk_adjustment_get_page_size(adjustment);
    if (value + step > limit || value + step < 0) step = -step;
    gtk_adjustment_set_value(adjustment, value + step);
}

static void painted(GdkFrameClock *clock, gpointer data) {
    if (first_frame) return;
    first_frame = now(CLOCK_MONOTONIC) - started;
    if (!scrolls) {
        g_idle_add_once((GSourceOnceFunc)finish, NULL);
        return;
    }
    scroll_start = gdk_frame_clock_get_frame_time(clock);
    work = now(CLOCK_PROCESS_CPUTIME_ID);
    g_signal_connect(clock, "update", G_CALLBACK(scroll), NULL);
    gdk_frame_clock_begin_updating(clock);
}

static void made(GtkSignalListItemFactory *factory, GtkListItem *item) {
    GtkWidget *row = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 12), *words = gtk_box_new(GTK_ORIENTATION_VERTICAL, 2);
    GtkWidget *title = gtk_label_new(NULL), *below = gtk_label_new(NULL), *amount = gtk_label_new(NULL);
    gtk_label_set_xalign(GTK_LABEL(title), 0);
    gtk_label_set_xalign(GTK_LABEL(below), 0);
    gtk_widget_set_hexpand(words, TRUE);
    gtk_box_append(GTK_BOX(words), title);
    gtk_box_append(GTK_BOX(words), below);
    gtk_box_append(GTK_BOX(row), gtk_image_new_from_icon_name("go-up-symbolic"));
    gtk_box_append(GTK_BOX(row), words);
    gtk_box_append(GTK_BOX(row), amount);
    gtk_box_append(GTK_BOX(row), gtk_image_new_from_icon_name("go-next-symbolic"));
    gtk_list_item_set_child(item, row);
}

static void bound(GtkSignalListItemFactory *factory, GtkListItem *item) {
    guint number = gtk_list_item_get_position(item);
    GtkWidget *row = gtk_list_item_get_child(item);
    GtkWidget *words = gtk_widget_get_next_sibling(gtk_widget_get_first_child(row));
    char text[64];
    snprintf(text, sizeof text, "Paid · shop %u", number % 97);
    gtk_label_set_text(GTK_LABEL(gtk_widget_get_first_child(words)), text);
    snprintf(text, sizeof text, "%02u:%02u · coffee", number / 60 % 24, number % 60);
    gtk_label_set_text(GTK_LABEL(gtk_widget_get_last_child(words)), text);
    snprintf(text, sizeof text, "%u.%02u USD", number % 90, number % 100);
    gtk_label_set_text(GTK_LABEL(gtk_widget_get_next_sibling(words)), text);
}

int main(int count, char **arguments) {
    started = count > 1 ? strtoull(arguments[1], NULL, 10) : now(CLOCK_MONOTONIC);
    scrolls = count > 2 && strcmp(arguments[2], "scroll") == 0;
    gtk_init();
    adw_init();
    GtkStringList *rows = gtk_string_list_new(NULL);
    for (int number = 0; number < 10000; number++) gtk_string_list_append(rows, "");
    GtkListItemFactory *factory = gtk_signal_list_item_factory_new();
    g_signal_connect(factory, "setup", G_CALLBACK(made), NULL);
    g_signal_connect(factory, "bind", G_CALLBACK(bound), NULL);
    GtkWidget *list = gtk_list_view_new(GTK_SELECTION_MODEL(gtk_no_selection_new(G_LIST_MODEL(rows))), factory);
    GtkWidget *scrolled = gtk_scrolled_window_new(), *window = adw_window_new();
    gtk_scrolled_window_set_child(GTK_SCROLLED_WINDOW(scrolled), list);
    adjustment = gtk_scrolled_window_get_vadjustment(GTK_SCROLLED_WINDOW(scrolled));
    adw_window_set_content(ADW_WINDOW(window), scrolled);
    gtk_window_set_default_size(GTK_WINDOW(window), 390, 844);
    loop = g_main_loop_new(NULL, FALSE);
    gtk_widget_realize(window);
    g_signal_connect(gtk_widget_get_frame_clock(window), "after-paint", G_CALLBACK(painted), NULL);
    gtk_window_present(GTK_WINDOW(window));
    g_main_loop_run(loop);
    return 0;
}
