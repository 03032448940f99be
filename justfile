# Short names for what DEVELOPMENT.md lists: `just`, then `just NAME`. Nothing needs it; each line can be typed.

default:
    @just --list

# All tests
test *OPTIONS:
    cargo test {{OPTIONS}}

# What must hold for a commit
ci:
    .ci/run

# The book, and its links
docs:
    ci/docs.sh

# Instruction counts, beside those recorded
bench *OPTIONS:
    ci/callgrind.sh {{OPTIONS}}

# The linker in all interleavings: short, or full
loom mode="short":
    ci/loom.sh {{mode}}

# Unsafe code, in both models of borrowing
miri *OPTIONS:
    ci/miri.sh {{OPTIONS}}

# Races of real threads
tsan *OPTIONS:
    ci/tsan.sh {{OPTIONS}}

# Schedules of whole runs
shuttle *OPTIONS:
    ci/shuttle.sh {{OPTIONS}}

# All targets, for 60 seconds each
fuzz *OPTIONS:
    ci/fuzz.sh {{OPTIONS}}

# Mistakes that the tests must see
mutants *OPTIONS:
    ci/mutants.sh {{OPTIONS}}

# Half an hour of everything on threads
soak *OPTIONS:
    ci/soak.sh {{OPTIONS}}

# Every allocation fails once
faults *OPTIONS:
    ci/faults.sh {{OPTIONS}}

# Packs what would be published
publish-check *OPTIONS:
    ci/publish.sh {{OPTIONS}}

# What a revision had in public, and is gone
semver revision:
    ci/semver.sh {{revision}}

# Licences and sources of what is used
licences:
    ci/licences.sh
