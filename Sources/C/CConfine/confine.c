// SPDX-License-Identifier: MIT
#define _GNU_SOURCE
#include "CConfine.h"

#undef NDEBUG
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <unistd.h>

#if defined(__x86_64__)
#define NATIVE_ARCHITECTURE AUDIT_ARCH_X86_64
#elif defined(__aarch64__)
#define NATIVE_ARCHITECTURE AUDIT_ARCH_AARCH64
#else
#error "There is no system call filter for this architecture yet"
#endif

#define FIELD(name) BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, name))
// Skips the verdict that follows unless the loaded value equals `value`.
#define WHEN(value) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (value), 0, 1)
#define ALLOW BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW)
#define KILL BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS)
#define REFUSE(reason) BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | (reason))
// Skips the next two unless the loaded value equals `value`, and kills where an argument has one of `bits`.
#define UNLESS(value, argument, bits, verdict)                                                                         \
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (value), 0, 4), FIELD(args[argument]),                                         \
        BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, (bits), 0, 1), KILL, verdict

static int install(const struct sock_filter *const parts[], const size_t counts[], size_t part_count) {
    struct sock_filter rules[256];
    size_t count = 0;
    for (size_t i = 0; i < part_count; i++) {
        if (count + counts[i] > sizeof rules / sizeof rules[0]) return E2BIG;
        memcpy(rules + count, parts[i], counts[i] * sizeof rules[0]);
        count += counts[i];
    }
    struct sock_fprog program = {.len = (unsigned short)count, .filter = rules};
    return syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, 0, &program) == 0 ? 0 : errno;
}

static int filter_system_calls(int has_threads) {
    const struct sock_filter common[] = {
        // Another architecture's numbers mean other calls.
        FIELD(arch),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, NATIVE_ARCHITECTURE, 1, 0),
        KILL,
        FIELD(nr),
        WHEN(__NR_read), ALLOW,
        WHEN(__NR_write), ALLOW,
        WHEN(__NR_exit), ALLOW,
        WHEN(__NR_exit_group), ALLOW,
        // Memory.
        WHEN(__NR_brk), ALLOW,
        WHEN(__NR_munmap), ALLOW,
        WHEN(__NR_mremap), ALLOW,
        WHEN(__NR_madvise), ALLOW,
        // What locks, random hashing seeds and abort() use.
        WHEN(__NR_futex), ALLOW,
        WHEN(__NR_getrandom), ALLOW,
        WHEN(__NR_clock_gettime), ALLOW,
        WHEN(__NR_rt_sigprocmask), ALLOW,
        WHEN(__NR_rt_sigaction), ALLOW,
        WHEN(__NR_rt_sigreturn), ALLOW,
        WHEN(__NR_restart_syscall), ALLOW,
        WHEN(__NR_getpid), ALLOW,
        WHEN(__NR_gettid), ALLOW,
        WHEN(__NR_tgkill), ALLOW,
        // The processor limit of each request.
        WHEN(__NR_setitimer), ALLOW,
    };
    // Threads of this process, and nothing beside it. Libraries look for files that they can do without: they hear that
    // there are none; one who writes a file is another matter.
    const struct sock_filter threads[] = {
        // Its flags lie in memory, where a filter cannot see them; the C library then uses clone.
        WHEN(__NR_clone3), REFUSE(ENOSYS),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, __NR_clone, 0, 4),
        FIELD(args[0]),
        BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, CLONE_THREAD, 0, 1),
        ALLOW,
        KILL,
        WHEN(__NR_set_robust_list), ALLOW,
        WHEN(__NR_rseq), ALLOW,
        WHEN(__NR_sched_yield), ALLOW,
        WHEN(__NR_sched_getaffinity), ALLOW,
        WHEN(__NR_clock_nanosleep), ALLOW,
        WHEN(__NR_sysinfo), ALLOW,
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, __NR_prctl, 0, 4),
        FIELD(args[0]),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, PR_SET_NAME, 0, 1),
        ALLOW,
        KILL,
        UNLESS(__NR_openat, 2, O_WRONLY | O_RDWR | O_CREAT | O_TRUNC, REFUSE(EACCES)),
        WHEN(__NR_newfstatat), REFUSE(EACCES),
        WHEN(__NR_faccessat), REFUSE(EACCES),
        WHEN(__NR_faccessat2), REFUSE(EACCES),
        WHEN(__NR_readlinkat), REFUSE(EACCES),
#if defined(__x86_64__)
        UNLESS(__NR_open, 1, O_WRONLY | O_RDWR | O_CREAT | O_TRUNC, REFUSE(EACCES)),
        WHEN(__NR_stat), REFUSE(EACCES),
        WHEN(__NR_lstat), REFUSE(EACCES),
        WHEN(__NR_access), REFUSE(EACCES),
        WHEN(__NR_readlink), REFUSE(EACCES),
#endif
    };
    const struct sock_filter ending[] = {
        // Memory that can be executed is never needed again.
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, __NR_mmap, 1, 0),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, __NR_mprotect, 0, 3),
        FIELD(args[2]),
        BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, PROT_EXEC, 1, 0),
        ALLOW,
        KILL,
    };
#define COUNT(rules) (sizeof rules / sizeof rules[0])
    const struct sock_filter *const parts[] = {common, threads, ending};
    const size_t counts[] = {COUNT(common), has_threads ? COUNT(threads) : 0, COUNT(ending)};
    return install(parts, counts, COUNT(parts));
}

static int limit(int resource, uint64_t soft, uint64_t hard) {
    struct rlimit bound = {.rlim_cur = soft, .rlim_max = hard};
    return setrlimit(resource, &bound) == 0 ? 0 : errno;
}

int confine(const confine_limits *limits) {
    int failure = 0;
    // Swift's run time would describe a crash, for which it starts programs and opens files.
    const int deaths[] = {SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGQUIT, SIGSEGV, SIGTRAP};
    for (size_t i = 0; i < sizeof deaths / sizeof deaths[0]; i++) signal(deaths[i], SIG_DFL);
    if (prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0) != 0) return errno;
    // Whatever the parent forgot to keep to itself: its database, its connections.
    if (syscall(SYS_close_range, STDERR_FILENO + 1, ~0u, 0) != 0) return errno;
    // The second of grace turns a spent processor limit into SIGXCPU, which the parent can tell from a crash.
    if ((failure = limit(RLIMIT_CPU, limits->processor_seconds, limits->processor_seconds + 1))) return failure;
    if ((failure = limit(RLIMIT_AS, limits->address_space_bytes, limits->address_space_bytes))) return failure;
    if ((failure = limit(RLIMIT_NOFILE, 0, 0))) return failure;
    if ((failure = limit(RLIMIT_FSIZE, 0, 0))) return failure;
    // It counts threads as well, and those of the user's other programs.
    if (!limits->has_threads && (failure = limit(RLIMIT_NPROC, 0, 0))) return failure;
    if ((failure = limit(RLIMIT_CORE, 0, 0))) return failure;
    if (prctl(PR_SET_DUMPABLE, 0, 0, 0, 0) != 0) return errno;
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return errno;
    return filter_system_calls(limits->has_threads);
}

void confine_arm(uint32_t milliseconds) {
    struct itimerval limit = {.it_value = {.tv_sec = milliseconds / 1000, .tv_usec = milliseconds % 1000 * 1000}};
    setitimer(ITIMER_PROF, &limit, NULL);
}

static void *stay_idle(void *nothing) { return nothing; }

void confine_attempt(const char *forbidden) {
    if (strcmp(forbidden, "open") == 0 && open("/etc/hostname", O_RDONLY) < 0 && errno == EACCES) _exit(EACCES);
    if (strcmp(forbidden, "write") == 0) open("/tmp/satchel-attempt", O_WRONLY | O_CREAT, 0600);
    if (strcmp(forbidden, "socket") == 0) socket(AF_INET, SOCK_STREAM, 0);
    if (strcmp(forbidden, "exec") == 0) execl("/bin/true", "true", (char *)0);
    if (strcmp(forbidden, "fork") == 0) fork();
    if (strcmp(forbidden, "code") == 0) mmap(NULL, 4096, PROT_READ | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (strcmp(forbidden, "abort") == 0) assert(!"attempted");
    pthread_t thread;
    if (strcmp(forbidden, "thread") == 0 && pthread_create(&thread, NULL, stay_idle, NULL) == 0) {
        _exit(pthread_join(thread, NULL) == 0 ? ECHILD : 1);
    }
}
