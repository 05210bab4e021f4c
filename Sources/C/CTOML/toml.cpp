// SPDX-License-Identifier: MIT
#define TOML_HEADER_ONLY 0
#include <toml++/toml.h>

#include <cstdio>
#include <exception>
#include <string>
#include <string_view>

extern "C" {
#include "include/ctoml.h"
}

namespace {

struct Walk {
    satchel_toml_visitor visitor;
    void *context;

    void say(const std::string &name, satchel_toml_kind kind, const toml::node &node, std::string_view text = {},
             int64_t number = 0) const {
        visitor(context, name.data(), name.size(), kind, text.data(), text.size(), number, node.source().begin.line);
    }

    void value(const std::string &name, const toml::node &node) const {
        if (auto table = node.as_table()) return members(name + ".", *table);
        if (auto list = node.as_array()) {
            say(name, SATCHEL_TOML_LIST, node);
            for (auto &item : *list) value(name, item);
            return say(name, SATCHEL_TOML_LIST_END, node);
        }
        if (auto text = node.as_string()) return say(name, SATCHEL_TOML_TEXT, node, text->get());
        if (auto number = node.as_integer()) return say(name, SATCHEL_TOML_INTEGER, node, {}, number->get());
        if (auto truth = node.as_boolean()) return say(name, SATCHEL_TOML_BOOLEAN, node, {}, truth->get() ? 1 : 0);
        say(name, SATCHEL_TOML_OTHER, node);
    }

    void members(const std::string &start, const toml::table &table) const {
        for (auto &&[key, node] : table) value(start + std::string(key.str()), node);
    }
};

} // namespace

extern "C" int satchel_toml_read(const char *bytes, size_t count, satchel_toml_visitor visitor, void *context,
                                 char *reason, size_t reason_size, uint32_t *line) {
    try {
        const toml::table table = toml::parse(std::string_view(bytes, count));
        Walk{visitor, context}.members("", table);
        return 0;
    } catch (const toml::parse_error &error) {
        const auto text = error.description();
        std::snprintf(reason, reason_size, "%.*s", static_cast<int>(text.size()), text.data());
        *line = error.source().begin.line;
    } catch (const std::exception &error) {
        std::snprintf(reason, reason_size, "%s", error.what());
        *line = 0;
    }
    return 1;
}
