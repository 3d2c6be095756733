# Tests that open pictures in a browser. They need node, Chromium and playwright-core, which "make
# browser-tools" fetches into the build folder; without them they are skipped.
TESTS += tests/browser/flame.sh tests/browser/graph.sh tests/browser/page.sh
EXTRA_DIST += \
	tests/browser/browser.js \
	tests/browser/browser.sh \
	tests/browser/flame.js \
	tests/browser/flame.sh \
	tests/browser/graph.js \
	tests/browser/graph.sh \
	tests/browser/page.js \
	tests/browser/page.sh

PLAYWRIGHT_VERSION = 1.48.2
browser-tools:
	$(MKDIR_P) tests/browser
	npm install --silent --no-audit --no-fund --no-save --ignore-scripts \
		--prefix tests/browser playwright-core@$(PLAYWRIGHT_VERSION)
clean-browser-tools:
	rm -rf tests/browser/node_modules
clean-local: clean-browser-tools
.PHONY: browser-tools clean-browser-tools
