#include "compiler.hpp"

#include <cctype>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iterator>
#include <regex>
#include <spawn.h>
#include <sstream>
#include <sys/wait.h>
#include <unistd.h>

extern char** environ;

namespace nvrtc {

/// A folder of its own, which goes with what is in it.
class Folder {
  public:
    Folder() {
        const char* place = getenv("TMPDIR");
        path = (place && *place ? place : "/tmp") + std::string("/polarnet-emulator-XXXXXX");
        if (!mkdtemp(path.data())) path.clear();
    }
    ~Folder() {
        for (auto& file : files) unlink(file.c_str());
        if (!path.empty()) rmdir(path.c_str());
    }
    Folder(const Folder&) = delete;

    bool is_there() const { return !path.empty(); }
    /// A path in it. Names of sources may have folders, which are no part of it here.
    std::string at(const std::string& name) {
        files.push_back(path + '/' + name.substr(name.rfind('/') + 1));
        return files.back();
    }

    std::string path;

  private:
    std::vector<std::string> files;
};

static std::string read(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

static bool write(const std::string& path, const std::string& text) {
    std::ofstream file(path, std::ios::binary);
    file << text;
    return bool(file.flush());
}

/// Runs a program; both of its outputs go to a file. Its exit code, or -1 where it cannot run.
static int run(const std::vector<std::string>& words, const std::string& said) {
    std::vector<char*> arguments;
    for (auto& word : words) arguments.push_back(const_cast<char*>(word.c_str()));
    arguments.push_back(nullptr);
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, 1, said.c_str(), 01 | 0100 | 01000 /* write, create, truncate */, 0600);
    posix_spawn_file_actions_adddup2(&actions, 1, 2);
    // A library that was loaded before this program is not for the compiler, and its messages are in ASCII.
    char ascii[] = "LC_ALL=C";
    std::vector<char*> environment{ascii};
    for (char** each = environ; *each; ++each)
        if (strncmp(*each, "LD_PRELOAD=", 11) && strncmp(*each, "LC_ALL=", 7)) environment.push_back(*each);
    environment.push_back(nullptr);
    pid_t child;
    int failed = posix_spawnp(&child, arguments[0], &actions, nullptr, arguments.data(), environment.data());
    posix_spawn_file_actions_destroy(&actions);
    if (failed) return -1;
    int status = 0;
    while (waitpid(child, &status, 0) < 0)
        if (errno != EINTR) return -1;
    return WIFEXITED(status) ? WEXITSTATUS(status) : 1;
}

static std::vector<std::string> words(const char* text) {
    std::istringstream stream(text);
    return {std::istream_iterator<std::string>(stream), {}};
}

/// `/tmp/…/book.cu:12:5: error: …` as `book.cu(12): error: …`.
static std::string respelled(const std::string& log, const std::string& folder) {
    std::istringstream lines(log);
    std::string all;
    for (std::string line; std::getline(lines, line); all += line + '\n') {
        for (size_t at; (at = line.find(folder + '/')) != std::string::npos;) line.erase(at, folder.size() + 1);
        size_t first = line.find(':'), at = first + 1;
        if (first == std::string::npos) continue;
        while (at < line.size() && isdigit(line[at])) ++at;
        if (at == first + 1 || at == line.size() || line[at] != ':') continue;
        size_t column = at + 1, rest = column;
        while (rest < line.size() && isdigit(line[rest])) ++rest;
        if (rest == column || line[rest] != ':') rest = at;
        std::string message = line.substr(rest + 1);
        const std::string fatal = " fatal error:";
        if (message.rfind(fatal, 0) == 0) message = " catastrophic error:" + message.substr(fatal.size());
        line = line.substr(0, first) + '(' + line.substr(first + 1, at - first - 1) + "):" + message;
    }
    return all;
}

/// Kernels that are written in CUDA's own words have to be made known to the emulator, which those of port.cuh do themselves.
static std::string registrations(const std::string& source) {
    static const std::regex kernel(R"(__global__\s+void\s+(?:__launch_bounds__\s*\([^)]*\)\s*)?(\w+)\s*\()");
    std::string all;
    for (std::sregex_iterator at(source.begin(), source.end(), kernel), end; at != end; ++at) {
        std::string name = (*at)[1];
        all += "\nstatic const emu::Registered " + name + "_registered(\"" + name + "\", 1024, &" + name + ");";
    }
    return all;
}

Compiled compile(const File& source, const std::vector<File>& headers, const std::vector<std::string>& options) {
    Compiled compiled;
    Folder folder;
    if (!folder.is_there()) return compiled;
    std::string main = folder.at(source.first), object = folder.at("kernels.so"), said = folder.at("said");
    std::string registered = registrations(source.second);
    if (!write(main, source.second + registered)) return compiled;
    for (auto& header : headers)
        if (!write(folder.at(header.first), header.second)) return compiled;

    std::vector<std::string> command = words(EMULATOR_COMPILER);
    command.insert(command.end(), {"-I", folder.path, "-o", object});
    for (auto& option : options)
        if (option.rfind("-D", 0) == 0) command.push_back(option);
    if (!registered.empty()) command.insert(command.end(), {"-include", "cuda.hpp"});
    command.insert(command.end(), {"-x", "c++", main, "-x", "none", EMULATOR_DRIVER});
    int code = run(command, said);
    if (code < 0) return compiled;
    compiled.ran = true;
    compiled.log = respelled(read(said), folder.path);
    if (code == 0) compiled.image = read(object);
    return compiled;
}

} // namespace nvrtc
