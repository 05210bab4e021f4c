# SPDX-License-Identifier: MIT
# Two commands matter: `make run` and `make check`. Each installs what is missing, builds, and does what its name says.

CONFIG ?= release
JOBS   ?= 2
BUILD   = swift build -c $(CONFIG) -j $(JOBS) --explicit-target-dependency-import-check error
BIN     = .build/$(CONFIG)
PYTHON  = .build/python/bin/python3
# For how long `make soak` runs the slices of Scripts/soak, after everything else.
SOAK_MINUTES ?= 240
# How long a monkey uses the app in `make soak`.
MONKEY_SECONDS ?= 3600
PREFIX ?= /usr/local
# Whatever runs longer than in `make test`, and all that the hub's promises rest on: kills, faults of disks, of clocks and of
# database servers, attacks, and what went wrong with others.
SOAK   := CrashTests|SimulationTests|MutatedFrameTests|LeadershipTests|FaultyDiskTests|ServerFaultTests|ClockJumpTests
SOAK   := $(SOAK)|KnownItemsTests|OWASPTests|DurabilityTests|TransferBatcherTests|TransferTests|RedemptionTests|SweepTests|OperatorTests
SOAK   := $(SOAK)|CameraKillTests|BaluHostTests

.PHONY: app build-app test-app openapi schemas check-api install run demo coins cards drive test check check-server format format-check bench coverage soak fuzz sbom apt deb test-deb setup setup-tests build clean help

help:            ## this list
	@grep -hE '^[a-z-]+:.*##' Makefile | sed 's/:.*##/\t/' | expand -t 16

run: setup build ## the main job: two offline wallets pay each other, the hub settles, and keeps running for you to try
	@Scripts/first-payment $(BIN)

demo: setup build ## the same, without waiting: stops its hub at the end
	@Scripts/first-payment $(BIN) --stop

coins: setup-tests build ## a Bitcoin, an Ethereum and a Solana chain on this machine, and a payment on each
	@Scripts/coins-demo $(BIN)

cards: setup build ## an import, a photo of a card, its code, and a second wallet that reads it from an animated code
	@Scripts/cards-demo $(BIN)

drive: setup build ## a hub with files and two devices: an upload killed twice, a conflict, a file out of the trash, a folder that works offline
	@Scripts/drive-demo $(BIN)

app: setup       ## the wallet on a screen: GTK 4, keyboard, screen reader
	@Scripts/setup --app
	SATCHEL_APP=1 $(BUILD) --product satchel-app
	@$(BIN)/satchel-app

build-app: setup ## all programs and the app, without opening it; what `make install` then puts in place
	@Scripts/setup --app
	SATCHEL_APP=1 $(BUILD)

test-app: setup-tests ## what is drawn, on a display of its own, used through the accessibility bus (PICTURES=folder)
	@Scripts/test-app $(CONFIG) $(JOBS) $(PICTURES)

test: setup-tests ## install what is missing, build, run all tests
	@Scripts/run-tests $(CONFIG) $(JOBS)

check: format-check test ## what a change must pass before it lands

format:          ## rewrite the sources in the house format
	swift format --in-place --recursive --parallel Benchmarks Sources Tests Package.swift

format-check:    ## complain where `make format` would change something
	swift format lint --strict --recursive --parallel Benchmarks Sources Tests Package.swift

bench: setup-tests build ## the speed table, as ratios measured in one run (ARGS=--help)
	@$(BIN)/satchel-bench $(ARGS)

check-server: setup-tests ## all tests of the hub with its database on a PostgreSQL server; minutes
	@SATCHEL_TEST_SERVER=1 Scripts/run-tests $(CONFIG) $(JOBS) --filter HubTests

coverage: setup-tests ## which lines of each module the quick tests reach, into Documentation/Coverage.md (SUITES="MoneyTests …")
	@Scripts/coverage $(JOBS) $(SUITES)

soak: setup-tests ## the long runs: faults, attacks, a monkey; then kills, economies and damaged codes in slices (SOAK_MINUTES=…)
	@SATCHEL_KNOWN_ITEMS=1000000 SATCHEL_LANE_STEPS=1000000 SATCHEL_POWER_CUTS=10000 SATCHEL_SLOW_TRANSFERS=20000 \
		SATCHEL_KILL_ROUNDS=1000 SATCHEL_KILLED_PHOTOS=10000 SATCHEL_LOST_ANSWERS=1 Scripts/run-tests $(CONFIG) $(JOBS) --filter '$(SOAK)'
	@Scripts/check-api $(BIN) --max-examples 200
	@SATCHEL_MONKEY_SECONDS=$(MONKEY_SECONDS) Scripts/on-a-display 1123x844 /usr/bin/python3 Tests/AppTests/scenario_monkey.py $(BIN)
	@Scripts/soak $(BIN) $(SOAK_MINUTES)

fuzz: setup      ## libFuzzer on every parser of foreign bytes, one minute each (FUZZ_SECONDS=…)
	@Scripts/fuzz

check-api: setup-tests build ## ask a hub everything that its OpenAPI file allows, and much that it does not; minutes
	@Scripts/check-api $(BIN) --max-examples 200

install:         ## what `make build` or `make build-app` built, under PREFIX (/usr/local), or below DESTDIR
	@PROJECT_URL="$(PROJECT_URL)" Scripts/install $(BIN) "$(DESTDIR)" "$(PREFIX)"

deb: setup       ## Debian packages of the committed tree, in .build/packages, checked by lintian
	@Scripts/setup --app
	@Scripts/package

sbom: build      ## what the programs are linked with, as an SPDX document: .build/satchel.spdx.json
	@Scripts/sbom $(BIN) > .build/satchel.spdx.json

apt: deb         ## the built packages as an apt repository in .build/apt (KEY=fingerprint signs it)
	@Scripts/apt-repository .build/packages .build/apt $(KEY)

test-deb:        ## install, upgrade and purge the packages in a fresh Debian 12 below .build; needs root and debootstrap
	@Scripts/test-packages .build/packages .build/package-root

schemas: build   ## write the JSON Schemas of the programs' answers again, after a change of them
	@$(BIN)/satchel schema > Documentation/Protocols/Answers/satchel.json
	@$(BIN)/satchel-hub schema > Documentation/Protocols/Answers/satchel-hub.json

openapi: build   ## write the description of the hub's routes again, after a change of them
	@$(BIN)/satchel-hub describe > Documentation/Protocols/openapi.json

build:           ## all programs
	$(BUILD)

setup:           ## the Debian packages that the programs need
	@Scripts/setup

setup-tests:     ## the packages that the tests need on top
	@Scripts/setup --tests --app

clean:           ## everything that was built
	rm -rf .build .bench
