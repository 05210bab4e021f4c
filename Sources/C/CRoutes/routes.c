// SPDX-License-Identifier: MIT
#include "CRoutes.h"
#include <errno.h>
#include <linux/if_addr.h>
#include <linux/rtnetlink.h>
#include <net/if.h>
#include <signal.h>
#include <stdint.h>
#include <string.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

struct satchel_route_order {
    struct nlmsghdr head;
    // The largest fixed part and four attributes.
    char body[128];
};

static void satchel_route_begin(struct satchel_route_order *order, uint16_t type, uint16_t flags, const void *fixed,
                                size_t count) {
    memset(order, 0, sizeof *order);
    order->head.nlmsg_len = NLMSG_LENGTH(count);
    order->head.nlmsg_type = type;
    order->head.nlmsg_flags = NLM_F_REQUEST | NLM_F_ACK | flags;
    memcpy(NLMSG_DATA(&order->head), fixed, count);
}

static void satchel_route_add(struct satchel_route_order *order, uint16_t type, const void *value, size_t count) {
    struct rtattr *attribute = (struct rtattr *)((char *)order + NLMSG_ALIGN(order->head.nlmsg_len));
    attribute->rta_type = type;
    attribute->rta_len = RTA_LENGTH(count);
    memcpy(RTA_DATA(attribute), value, count);
    order->head.nlmsg_len = NLMSG_ALIGN(order->head.nlmsg_len) + RTA_ALIGN(attribute->rta_len);
}

static int satchel_route_send(struct satchel_route_order *order) {
    int netlink = socket(AF_NETLINK, SOCK_RAW | SOCK_CLOEXEC, NETLINK_ROUTE);
    if (netlink < 0) return errno;
    struct timeval patience = {.tv_sec = 5};
    setsockopt(netlink, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
    struct {
        struct nlmsghdr head;
        struct nlmsgerr error;
        char rest[512];
    } answer;
    int result = 0;
    if (send(netlink, order, order->head.nlmsg_len, 0) < 0) {
        result = errno;
    } else {
        ssize_t count = recv(netlink, &answer, sizeof answer, 0);
        if (count < 0) result = errno;
        else if ((size_t)count < sizeof answer.head + sizeof answer.error.error || answer.head.nlmsg_type != NLMSG_ERROR)
            result = EPROTO;
        else result = -answer.error.error;
    }
    close(netlink);
    return result;
}

int satchel_link_up(int link, uint32_t unit) {
    struct ifinfomsg fixed = {.ifi_family = AF_UNSPEC, .ifi_index = link, .ifi_flags = IFF_UP, .ifi_change = IFF_UP};
    struct satchel_route_order order;
    satchel_route_begin(&order, RTM_NEWLINK, 0, &fixed, sizeof fixed);
    satchel_route_add(&order, IFLA_MTU, &unit, sizeof unit);
    return satchel_route_send(&order);
}

int satchel_link_remove(int link) {
    struct ifinfomsg fixed = {.ifi_family = AF_UNSPEC, .ifi_index = link};
    struct satchel_route_order order;
    satchel_route_begin(&order, RTM_DELLINK, 0, &fixed, sizeof fixed);
    return satchel_route_send(&order);
}

int satchel_address_add(int link, const uint8_t *address, size_t count) {
    struct ifaddrmsg fixed = {
        .ifa_family = count == 4 ? AF_INET : AF_INET6,
        .ifa_prefixlen = (uint8_t)(count * 8),
        // No other host of the link can have it, so nothing is asked before it is used. RFC 4862, section 5.4
        .ifa_flags = count == 4 ? 0 : IFA_F_NODAD,
        .ifa_index = (uint32_t)link,
    };
    struct satchel_route_order order;
    satchel_route_begin(&order, RTM_NEWADDR, NLM_F_CREATE | NLM_F_EXCL, &fixed, sizeof fixed);
    satchel_route_add(&order, IFA_LOCAL, address, count);
    satchel_route_add(&order, IFA_ADDRESS, address, count);
    return satchel_route_send(&order);
}

int satchel_network_route_add(int link, const uint8_t *network, size_t count, uint8_t prefix, uint32_t metric) {
    struct rtmsg fixed = {
        .rtm_family = count == 4 ? AF_INET : AF_INET6,
        .rtm_dst_len = prefix,
        .rtm_table = RT_TABLE_MAIN,
        .rtm_protocol = RTPROT_STATIC,
        .rtm_scope = RT_SCOPE_LINK,
        .rtm_type = RTN_UNICAST,
    };
    struct satchel_route_order order;
    satchel_route_begin(&order, RTM_NEWROUTE, NLM_F_CREATE | NLM_F_EXCL, &fixed, sizeof fixed);
    satchel_route_add(&order, RTA_DST, network, count);
    satchel_route_add(&order, RTA_OIF, &link, sizeof link);
    satchel_route_add(&order, RTA_PRIORITY, &metric, sizeof metric);
    return satchel_route_send(&order);
}

int satchel_signal_bell(const void *signals) { return signalfd(-1, (const sigset_t *)signals, SFD_CLOEXEC); }
