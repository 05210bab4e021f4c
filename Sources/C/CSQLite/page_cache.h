// SPDX-License-Identifier: MIT
#pragma once
#include <sqlite3.h>
#include <stdlib.h>

// SQLite's own page cache, asked to cut off its end only where it has one.
//
// When a tree is balanced SQLite gives a page, for a moment, the number of the page that no database may use (the one with the
// lock bytes, 262145). The cache remembers it as the highest number that it ever had, so at the end of each transaction,
// when whatever lies behind the database's end is to be forgotten, it looks at every page that it holds. Here the highest number
// is kept without the one that was lent, and then there is nothing to look for.
// Limit forced on us: SQLite 3.40's pcache1Truncate. <https://www.sqlite.org/c3ref/pcache_methods2.html>
typedef struct {
    sqlite3_pcache *pages;
    // No page has a number above this, but the one that has the lent number. 0: none was lent.
    unsigned highest, lent;
} satchel_page_cache;

// SQLite's own, found before it starts.
static inline sqlite3_pcache_methods2 *satchel_page_cache_own(void) {
    static sqlite3_pcache_methods2 methods;
    return &methods;
}

static inline int satchel_page_cache_init(void *argument) { return satchel_page_cache_own()->xInit(argument); }

static inline void satchel_page_cache_shutdown(void *argument) { satchel_page_cache_own()->xShutdown(argument); }

static inline sqlite3_pcache *satchel_page_cache_create(int page_size, int extra_size, int is_purgeable) {
    satchel_page_cache *cache = (satchel_page_cache *)calloc(1, sizeof(satchel_page_cache));
    if (!cache) return 0;
    cache->pages = satchel_page_cache_own()->xCreate(page_size, extra_size, is_purgeable);
    if (cache->pages) return (sqlite3_pcache *)cache;
    free(cache);
    return 0;
}

static inline void satchel_page_cache_size(sqlite3_pcache *cache, int pages) {
    satchel_page_cache_own()->xCachesize(((satchel_page_cache *)cache)->pages, pages);
}

static inline int satchel_page_cache_count(sqlite3_pcache *cache) {
    return satchel_page_cache_own()->xPagecount(((satchel_page_cache *)cache)->pages);
}

static inline sqlite3_pcache_page *satchel_page_cache_fetch(sqlite3_pcache *cache, unsigned number, int create) {
    satchel_page_cache *own = (satchel_page_cache *)cache;
    if (create && number > own->highest) own->highest = number;
    return satchel_page_cache_own()->xFetch(own->pages, number, create);
}

static inline void satchel_page_cache_unpin(sqlite3_pcache *cache, sqlite3_pcache_page *page, int discard) {
    satchel_page_cache_own()->xUnpin(((satchel_page_cache *)cache)->pages, page, discard);
}

static inline void satchel_page_cache_rekey(
    sqlite3_pcache *cache, sqlite3_pcache_page *page, unsigned before, unsigned after) {
    satchel_page_cache *own = (satchel_page_cache *)cache;
    if (before == own->lent) own->lent = 0;
    if (after > own->highest) {
        if (own->lent) own->highest = after;
        else own->lent = after;
    }
    satchel_page_cache_own()->xRekey(own->pages, page, before, after);
}

static inline void satchel_page_cache_truncate(sqlite3_pcache *cache, unsigned first) {
    satchel_page_cache *own = (satchel_page_cache *)cache;
    if (own->highest < first && own->lent < first) return;
    if (own->highest >= first) own->highest = first ? first - 1 : 0;
    if (own->lent >= first) own->lent = 0;
    satchel_page_cache_own()->xTruncate(own->pages, first);
}

static inline void satchel_page_cache_destroy(sqlite3_pcache *cache) {
    satchel_page_cache_own()->xDestroy(((satchel_page_cache *)cache)->pages);
    free(cache);
}

static inline void satchel_page_cache_shrink(sqlite3_pcache *cache) {
    satchel_page_cache_own()->xShrink(((satchel_page_cache *)cache)->pages);
}

// Too late, and harmless, when SQLite has started already: then it refuses.
static inline int satchel_sqlite3_cut_caches_short(void) {
    int code = sqlite3_config(SQLITE_CONFIG_GETPCACHE2, satchel_page_cache_own());
    if (code != SQLITE_OK) return code;
    sqlite3_pcache_methods2 methods = *satchel_page_cache_own();
    methods.xInit = satchel_page_cache_init;
    methods.xShutdown = satchel_page_cache_shutdown;
    methods.xCreate = satchel_page_cache_create;
    methods.xCachesize = satchel_page_cache_size;
    methods.xPagecount = satchel_page_cache_count;
    methods.xFetch = satchel_page_cache_fetch;
    methods.xUnpin = satchel_page_cache_unpin;
    methods.xRekey = satchel_page_cache_rekey;
    methods.xTruncate = satchel_page_cache_truncate;
    methods.xDestroy = satchel_page_cache_destroy;
    methods.xShrink = satchel_page_cache_shrink;
    return sqlite3_config(SQLITE_CONFIG_PCACHE2, &methods);
}
