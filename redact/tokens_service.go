package redact

// modelTokens are keys to language models.
func modelTokens() []token {
	return []token{
		{rule: "anthropic-key", prefix: "sk-ant-", set: urlSafe, min: 20},
		{rule: "openai-key", prefix: "sk-proj-", set: urlSafe, min: 20},
		{rule: "openai-key", prefix: "sk-svcacct-", set: urlSafe, min: 20},
		{rule: "openai-key", prefix: "sk-admin-", set: urlSafe, min: 20},
		{rule: "openrouter-key", prefix: "sk-or-", set: urlSafe, min: 20},
		{rule: "openai-key", prefix: "sk-", set: urlSafe, min: 20, check: scattered},
		{rule: "huggingface-token", prefix: "hf_", set: alnum, min: 30},
		{rule: "huggingface-token", prefix: "api_org_", set: alnum, min: 30},
		{rule: "groq-key", prefix: "gsk_", set: alnum, min: 40},
		{rule: "xai-key", prefix: "xai-", set: alnum, min: 40},
		{rule: "replicate-token", prefix: "r8_", set: alnum, min: 30},
		{rule: "perplexity-key", prefix: "pplx-", set: alnum, min: 40},
		{rule: "nvidia-key", prefix: "nvapi-", set: urlSafe, min: 40},
		{rule: "voyage-key", prefix: "pa-", set: urlSafe, min: 40, check: mixed},
		{rule: "tavily-key", prefix: "tvly-", set: urlSafe, min: 28},
		{rule: "firecrawl-key", prefix: "fc-", set: hexLower, min: 32, max: 32},
	}
}

// payTokens are keys to payment.
func payTokens() []token {
	return []token{
		{rule: "stripe-key", prefix: "sk_live_", set: alnum, min: 10},
		{rule: "stripe-key", prefix: "sk_test_", set: alnum, min: 10},
		{rule: "stripe-key", prefix: "sk_prod_", set: alnum, min: 10},
		{rule: "stripe-key", prefix: "rk_live_", set: alnum, min: 10},
		{rule: "stripe-key", prefix: "rk_test_", set: alnum, min: 10},
		{rule: "stripe-key", prefix: "rk_prod_", set: alnum, min: 10},
		{rule: "webhook-secret", prefix: "whsec_", set: base64, min: 24},
		{rule: "square-token", prefix: "sq0atp-", set: urlSafe, min: 22},
		{rule: "square-token", prefix: "sq0csp-", set: urlSafe, min: 22},
		{rule: "square-token", prefix: "EAAA", set: base64 | urlSafe, min: 56, max: 64, check: mixed},
		{rule: "facebook-token", prefix: "EAA", set: alnum, min: 90, check: mixed},
		{rule: "easypost-key", prefix: "EZAK", set: alnum, min: 54, max: 54},
		{rule: "easypost-key", prefix: "EZTK", set: alnum, min: 54, max: 54},
		{rule: "flutterwave-key", prefix: "FLWSECK", set: urlSafe, min: 12},
		{rule: "shippo-token", prefix: "shippo_live_", set: hexLower, min: 40},
		{rule: "shippo-token", prefix: "shippo_test_", set: hexLower, min: 40},
		{rule: "duffel-token", prefix: "duffel_live_", set: urlSafe | cEqual, min: 40},
		{rule: "duffel-token", prefix: "duffel_test_", set: urlSafe | cEqual, min: 40},
		{rule: "gocardless-token", prefix: "live_", set: urlSafe | cEqual, min: 40, max: 40, check: mixed},
		{rule: "plaid-token", prefix: "access-production-", set: hexLower | cDash, min: 36, max: 36},
		{rule: "plaid-token", prefix: "access-development-", set: hexLower | cDash, min: 36, max: 36},
		{rule: "plaid-token", prefix: "access-sandbox-", set: hexLower | cDash, min: 36, max: 36},
	}
}

// serviceTokens are keys to chat, mail, shops and measuring.
func serviceTokens() []token {
	return []token{
		{rule: "slack-token", prefix: "xoxb-", set: urlSafe, min: 16, check: scatteredOrDigits},
		{rule: "slack-token", prefix: "xoxp-", set: urlSafe, min: 16, check: scatteredOrDigits},
		{rule: "slack-token", prefix: "xoxa-", set: urlSafe, min: 16, check: scatteredOrDigits},
		{rule: "slack-token", prefix: "xoxr-", set: urlSafe, min: 16, check: scatteredOrDigits},
		{rule: "slack-token", prefix: "xoxs-", set: urlSafe, min: 16, check: scatteredOrDigits},
		{rule: "slack-token", prefix: "xoxo-", set: urlSafe, min: 16, check: scatteredOrDigits},
		{rule: "slack-token", prefix: "xoxd-", set: base64 | urlSafe | cPercent, min: 20},
		{rule: "slack-token", prefix: "xoxc-", set: urlSafe, min: 20},
		{rule: "slack-token", prefix: "xoxe-", set: urlSafe, min: 20},
		{rule: "slack-token", prefix: "xoxe.", set: dotted, min: 20},
		{rule: "slack-token", prefix: "xapp-", set: urlSafe, min: 20},
		{rule: "sendgrid-key", prefix: "SG.", set: dotted | cEqual, min: 60},
		{rule: "sendinblue-key", prefix: "xkeysib-", set: urlSafe, min: 70},
		{rule: "mailgun-key", prefix: "key-", set: hexLower, min: 32, max: 32},
		{rule: "resend-key", prefix: "re_", set: word, min: 30, max: 40, check: parts("_", -8, -20)},
		{rule: "twilio-key", prefix: "SK", set: hexLower, min: 32, max: 32},
		{rule: "shopify-token", prefix: "shpat_", set: hexAny, min: 32},
		{rule: "shopify-token", prefix: "shpca_", set: hexAny, min: 32},
		{rule: "shopify-token", prefix: "shppa_", set: hexAny, min: 32},
		{rule: "shopify-token", prefix: "shpss_", set: hexAny, min: 32},
		{rule: "dynatrace-token", prefix: "dt0c01.", set: dotted, min: 80},
		{rule: "newrelic-key", prefix: "NRAK-", set: alnum, min: 27, max: 27},
		{rule: "newrelic-key", prefix: "NRJS-", set: hexLower, min: 19, max: 19},
		{rule: "newrelic-key", prefix: "NRII-", set: urlSafe, min: 32},
		{rule: "newrelic-key", prefix: "NRSP-", set: alnum, min: 24},
		{rule: "posthog-key", prefix: "phx_", set: alnum, min: 32},
		{rule: "contentful-token", prefix: "CFPAT-", set: urlSafe, min: 40},
		{rule: "dropbox-token", prefix: "sl.", set: urlSafe, min: 100},
		{rule: "airtable-token", prefix: "pat", set: alnum | cDot, min: 79, max: 79, check: parts(".", 14, 64)},
		{rule: "adafruit-key", prefix: "aio_", set: alnum, min: 28, max: 28},
		{rule: "adobe-secret", prefix: "p8e-", set: alnum, min: 32, max: 32},
		{rule: "typeform-token", prefix: "tfp_", set: dotted | cEqual, min: 40},
		{rule: "hubspot-token", prefix: "pat-na1-", set: hexAny | cDash, min: 36},
		{rule: "hubspot-token", prefix: "pat-eu1-", set: hexAny | cDash, min: 36},
		{rule: "frameio-token", prefix: "fio-u-", set: urlSafe | cEqual, min: 50},
		{rule: "settlemint-token", prefix: "sm_pat_", set: alnum, min: 16},
		{rule: "settlemint-token", prefix: "sm_aat_", set: alnum, min: 16},
		{rule: "settlemint-token", prefix: "sm_sat_", set: alnum, min: 16},
		{rule: "readme-key", prefix: "rdme_", set: alnum, min: 60},
		{rule: "scalingo-token", prefix: "tk-us-", set: urlSafe, min: 48},
		{rule: "defined-token", prefix: "dnkey-", set: urlSafe | cEqual, min: 60},
	}
}

// scatteredOrDigits is scattered, or a run of digits as in the middle of a
// Slack token.
func scatteredOrDigits(body string) bool {
	return scattered(body) || all(body, cDigit|cDash)
}
