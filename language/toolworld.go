package language

import "strings"

// toolWorlds are the languages that tools of one kind are made for: a linter of each stands beside those of
// the others in one project.
var toolWorlds = func() map[string]string {
	worlds := map[string]string{}
	for world, tools := range map[string]string{
		"js":     `eslint oxlint biome tslint prettier dprint jest vitest mocha jasmine ava karma qunit npm pnpm yarn bun tsc flow typescript webpack vite rollup esbuild parcel`,
		"css":    `stylelint`,
		"python": `ruff flake8 pylint black yapf autopep8 isort pytest unittest nose hypothesis mypy pyright pyre pytype basedpyright pip pipenv poetry uv conda mamba pdm rye`,
		"go":     `golangci-lint staticcheck revive gofmt gofumpt goimports testify ginkgo gomega`,
		"ruby":   `rubocop standardrb rufo rspec minitest bundler sorbet`,
		"rust":   `clippy rustfmt nextest cargo`,
		"jvm":    `checkstyle spotbugs pmd detekt ktlint ktfmt google-java-format spotless junit testng spock kotest`,
		"swift":  `swiftlint swiftformat xctest swiftpm cocoapods carthage`,
		"php":    `phpstan psalm php-cs-fixer phpunit pest composer`,
		"shell":  `shellcheck shfmt bats`,
		"c":      `clang-tidy clang-format catch2 gtest googletest doctest conan vcpkg`,
		"dotnet": `csharpier xunit nunit mstest nuget paket`,
		"lua":    `stylua busted luarocks`,
		"elixir": `credo exunit hex`,
	} {
		for _, tool := range strings.Fields(tools) {
			worlds[tool] = world
		}
	}
	return worlds
}()

// ofOtherWorld reports whether two tools are each of another language alone, so that neither can do the
// other's work: ruff, eslint.
func ofOtherWorld(a, b string) bool {
	x, y := toolWorlds[bareTool(a)], toolWorlds[bareTool(b)]
	return x != "" && y != "" && x != y
}

// bareTool is the name of a tool without what runs it: cargo nextest.
func bareTool(tool string) string {
	if i := strings.LastIndexByte(tool, ' '); i >= 0 && toolWorlds[tool] == "" {
		return tool[i+1:]
	}
	return tool
}
