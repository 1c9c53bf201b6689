// What the stand-in was asked to do: the latest events, each a line of fields between tabs.
#pragma once

#include <string>

namespace chipward {

void note(const std::string& event);

}  // namespace chipward
