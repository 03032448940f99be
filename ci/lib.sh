# What several of these scripts do. They source it: `. "$(dirname "$0")/lib.sh"`.

# What messages begin with.
script=ci/${0##*/}

# install PACKAGE…: by the system's package manager, where it may be used. Whoever needs them looks afterwards whether they are there.
install() {
    local apt='apt-get install -y --no-install-recommends'
    if ! command -v apt-get >/dev/null; then
        return 0
    elif [ "$(id -u)" != 0 ]; then
        apt="sudo -n $apt"
    fi
    echo "$script: installing $*" >&2
    $apt "$@" >/dev/null 2>&1 || { ${apt%% install*} update >/dev/null 2>&1 && $apt "$@" >/dev/null 2>&1; } || true
}

# must_be_reported TOOL TEXT NAME COMMAND…: the command has to fail, by a race that the tool reports with this text.
must_be_reported() {
    local tool=$1 text=$2 name=$3 said=$CARGO_TARGET_DIR/must_be_reported_$3
    shift 3
    if "$@" >"$said" 2>&1; then
        echo "$script: $tool did not report a race that is there, in the $name" >&2
        exit 1
    fi
    if ! grep -q "$text" "$said"; then
        echo "$script: the racy test of the $name failed for another reason: $said" >&2
        exit 1
    fi
}

# The processor, as records name it: without a comma, which separates their columns.
processor() {
    local model
    model=$(awk -F': *' '/^model name/ { print $2; exit }' /proc/cpuinfo 2>/dev/null || true)
    [ -n "$model" ] || model=$(sysctl -n machdep.cpu.brand_string 2>/dev/null || uname -m)
    echo "${model//,/ }"
}
