package redact

import "slices"

// tokens returns the table of credential families. Prefixes and lengths are
// the ones their issuers publish; where an issuer has changed a length, the
// shorter one counts.
func tokens() []token {
	return slices.Concat(cloudTokens(), hostingTokens(), codeTokens(), buildTokens(), modelTokens(), payTokens(), serviceTokens())
}

// cloudTokens are keys to clouds and vaults.
func cloudTokens() []token {
	return []token{
		{rule: "aws-access-key", prefix: "AKIA", set: upper | cDigit, min: 16, max: 16},
		{rule: "aws-access-key", prefix: "ASIA", set: upper | cDigit, min: 16, max: 16},
		{rule: "aws-access-key", prefix: "ABIA", set: upper | cDigit, min: 16, max: 16},
		{rule: "aws-access-key", prefix: "ACCA", set: upper | cDigit, min: 16, max: 16},
		{rule: "aws-bedrock-key", prefix: "ABSK", set: base64, min: 100},
		{rule: "google-api-key", prefix: "AIzaSy", set: urlSafe, min: 33, max: 33},
		{rule: "google-oauth", prefix: "ya29.", set: dotted, min: 20},
		{rule: "google-client-secret", prefix: "GOCSPX-", set: urlSafe, min: 24},
		{rule: "google-refresh-token", prefix: "1//0", set: urlSafe, min: 40},
		{rule: "google-api-key", prefix: "AQ.Ab8", set: urlSafe, min: 30},
		{rule: "digitalocean-token", prefix: "dop_v1_", set: hexLower, min: 40},
		{rule: "digitalocean-token", prefix: "doo_v1_", set: hexLower, min: 40},
		{rule: "digitalocean-token", prefix: "dor_v1_", set: hexLower, min: 40},
		{rule: "alibaba-access-key", prefix: "LTAI", set: alnum, min: 16, max: 24},
		{rule: "tencent-secret-id", prefix: "AKID", set: alnum, min: 32, max: 36},
		{rule: "yandex-token", prefix: "AQVN", set: urlSafe, min: 34},
		{rule: "yandex-token", prefix: "YCAJE", set: urlSafe, min: 18},
		{rule: "yandex-token", prefix: "t1.", set: dotted | cEqual, min: 80},
		{rule: "hashicorp-vault-token", prefix: "hvs.", set: urlSafe, min: 24},
		{rule: "hashicorp-vault-token", prefix: "hvb.", set: urlSafe, min: 24},
		{rule: "hashicorp-vault-token", prefix: "hvr.", set: urlSafe, min: 24},
		{rule: "hashicorp-vault-token", prefix: "s.", set: alnum, min: 24, max: 24, check: mixed},
		{rule: "openshift-token", prefix: "sha256~", set: urlSafe, min: 43, max: 43},
		{rule: "cloudflare-origin-key", prefix: "v1.0-", set: hexLower | cDash, min: 171, max: 171, check: parts("-", 24, 146)},
		{rule: "cloudflare-token", prefix: "cfut_", set: urlSafe, min: 40},
		{rule: "cloudflare-token", prefix: "cfat_", set: urlSafe, min: 40},
		{rule: "cloudflare-key", prefix: "cfk_", set: urlSafe, min: 40},
		{rule: "elastic-key", prefix: "essu_", set: base64, min: 40},
	}
}

// hostingTokens are keys to places that run programs and keep data.
func hostingTokens() []token {
	return []token{
		{rule: "pulumi-token", prefix: "pul-", set: hexLower, min: 40, max: 40},
		{rule: "flyio-token", prefix: "fo1_", set: urlSafe, min: 40},
		{rule: "flyio-token", prefix: "fm1r_", set: base64, min: 80},
		{rule: "flyio-token", prefix: "fm1a_", set: base64, min: 80},
		{rule: "flyio-token", prefix: "fm2_", set: base64, min: 80},
		{rule: "planetscale-token", prefix: "pscale_tkn_", set: dotted, min: 30},
		{rule: "planetscale-token", prefix: "pscale_pw_", set: dotted, min: 30},
		{rule: "planetscale-token", prefix: "pscale_oauth_", set: dotted, min: 30},
		{rule: "databricks-token", prefix: "dapi", set: hexLower | cDash, min: 32, max: 34},
		{rule: "doppler-token", prefix: "dp.pt.", set: alnum, min: 40},
		{rule: "doppler-token", prefix: "dp.st.", set: dotted, min: 40},
		{rule: "doppler-token", prefix: "dp.ct.", set: alnum, min: 40},
		{rule: "doppler-token", prefix: "dp.sa.", set: alnum, min: 40},
		{rule: "doppler-token", prefix: "dp.scim.", set: alnum, min: 40},
		{rule: "doppler-token", prefix: "dp.audit.", set: alnum, min: 40},
		{rule: "tailscale-key", prefix: "tskey-", set: urlSafe, min: 24},
		{rule: "scaleway-key", prefix: "SCW", set: upper | cDigit, min: 17, max: 17, check: scattered},
		{rule: "heroku-key", prefix: "HRKU-", set: urlSafe, min: 36},
		{rule: "supabase-key", prefix: "sbp_", set: hexLower, min: 40},
		{rule: "supabase-key", prefix: "sb_secret_", set: urlSafe, min: 24},
		{rule: "clickhouse-key", prefix: "4b1d", set: alnum, min: 38, max: 38, check: mixed},
		{rule: "prefect-key", prefix: "pnu_", set: alnum, min: 36, max: 36},
		{rule: "prefect-key", prefix: "pnb_", set: alnum, min: 36, max: 36},
		{rule: "harness-key", prefix: "pat.", set: dotted, min: 60, check: parts(".", 22, 24, 20)},
		{rule: "harness-key", prefix: "sat.", set: dotted, min: 60, check: parts(".", 22, 24, 20)},
		{rule: "infracost-key", prefix: "ico-", set: alnum, min: 32, max: 32, check: mixed},
		{rule: "netlify-token", prefix: "nfp_", set: alnum, min: 36},
		{rule: "netlify-token", prefix: "nfc_", set: alnum, min: 36},
		{rule: "netlify-token", prefix: "nfo_", set: alnum, min: 36},
		{rule: "netlify-token", prefix: "nfu_", set: alnum, min: 36},
		{rule: "netlify-token", prefix: "nfb_", set: alnum, min: 36},
		{rule: "vercel-token", prefix: "vcp_", set: alnum, min: 24, check: mixed},
		{rule: "vercel-token", prefix: "vci_", set: alnum, min: 24, check: mixed},
		{rule: "vercel-token", prefix: "vca_", set: alnum, min: 24, check: mixed},
		{rule: "vercel-token", prefix: "vcr_", set: alnum, min: 24, check: mixed},
		{rule: "vercel-token", prefix: "vck_", set: alnum, min: 24, check: mixed},
		{rule: "vercel-token", prefix: "vercel_blob_rw_", set: word, min: 30},
		{rule: "render-key", prefix: "rnd_", set: alnum, min: 32, max: 32},
		{rule: "neon-key", prefix: "napi_", set: alnum, min: 60},
		{rule: "dbt-token", prefix: "dbtc_", set: urlSafe, min: 30},
		{rule: "dbt-token", prefix: "dbtu_", set: urlSafe, min: 30},
		{rule: "age-secret-key", prefix: "AGE-SECRET-KEY-1", set: upper | cDigit, min: 50},
		{rule: "age-secret-key", prefix: "AGE-SECRET-KEY-PQ-1", set: upper | cDigit, min: 50},
	}
}

// codeTokens are keys to code and packages.
func codeTokens() []token {
	return []token{
		{rule: "github-token", prefix: "ghp_", set: alnum, min: 30},
		{rule: "github-token", prefix: "gho_", set: alnum, min: 30},
		{rule: "github-token", prefix: "ghu_", set: alnum, min: 30},
		{rule: "github-token", prefix: "ghs_", set: alnum, min: 30},
		{rule: "github-token", prefix: "ghr_", set: alnum, min: 30},
		{rule: "github-token", prefix: "github_pat_", set: word, min: 36},
		{rule: "gitlab-token", prefix: "glpat-", set: dotted, min: 20},
		{rule: "gitlab-token", prefix: "glptt-", set: urlSafe, min: 40},
		{rule: "gitlab-token", prefix: "gldt-", set: urlSafe, min: 20},
		{rule: "gitlab-token", prefix: "glrt-", set: dotted, min: 20},
		{rule: "gitlab-token", prefix: "glcbt-", set: urlSafe, min: 20},
		{rule: "gitlab-token", prefix: "glft-", set: urlSafe, min: 20},
		{rule: "gitlab-token", prefix: "glimt-", set: urlSafe, min: 20},
		{rule: "gitlab-token", prefix: "glsoat-", set: urlSafe, min: 20},
		{rule: "gitlab-token", prefix: "glffct-", set: urlSafe, min: 20},
		{rule: "gitlab-token", prefix: "glagent-", set: urlSafe, min: 40},
		{rule: "gitlab-token", prefix: "gloas-", set: urlSafe, min: 40},
		{rule: "gitlab-token", prefix: "glwt-", set: urlSafe, min: 20},
		{rule: "gitlab-token", prefix: "_gitlab_session=", set: hexLower, min: 32},
		{rule: "gitlab-token", prefix: "GR1348941", set: urlSafe, min: 20},
		{rule: "npm-token", prefix: "npm_", set: alnum, min: 36},
		{rule: "pypi-token", prefix: "pypi-", set: urlSafe, min: 50, check: mixed},
		{rule: "rubygems-key", prefix: "rubygems_", set: hexLower, min: 48, max: 48},
		{rule: "nuget-key", prefix: "oy2", set: lower | cDigit, min: 43, max: 43},
		{rule: "clojars-token", prefix: "CLOJARS_", set: alnum, min: 60, max: 60},
		{rule: "packagist-token", prefix: "packagist_ack_", set: alnum, min: 32},
		{rule: "packagist-token", prefix: "packagist_ort_", set: alnum, min: 32},
		{rule: "packagist-token", prefix: "packagist_out_", set: alnum, min: 32},
		{rule: "crates-token", prefix: "cio", set: alnum, min: 32, max: 32, check: mixed},
		{rule: "docker-token", prefix: "dckr_pat_", set: urlSafe, min: 20},
		{rule: "docker-token", prefix: "dckr_oat_", set: urlSafe, min: 20},
		{rule: "artifactory-token", prefix: "AKCp", set: alnum, min: 50},
		{rule: "artifactory-token", prefix: "cmVmd", set: alnum, min: 59, check: mixed},
	}
}

// buildTokens are keys to trackers, builds and what watches programs.
func buildTokens() []token {
	return []token{
		{rule: "atlassian-token", prefix: "ATATT3", set: urlSafe | cEqual, min: 60},
		{rule: "atlassian-token", prefix: "ATCTT3", set: urlSafe | cEqual, min: 60},
		{rule: "atlassian-token", prefix: "ATBB", set: urlSafe | cEqual, min: 28, check: mixed},
		{rule: "trello-token", prefix: "ATTA", set: alnum, min: 60},
		{rule: "linear-key", prefix: "lin_api_", set: alnum, min: 32},
		{rule: "linear-key", prefix: "lin_oauth_", set: alnum, min: 32},
		{rule: "notion-token", prefix: "ntn_", set: alnum, min: 46, max: 46},
		{rule: "notion-token", prefix: "secret_", set: alnum, min: 43, max: 43, check: mixed},
		{rule: "sourcegraph-token", prefix: "sgp_", set: alnum | cUnder, min: 40},
		{rule: "sonar-token", prefix: "sqp_", set: hexAny, min: 40, max: 40},
		{rule: "sonar-token", prefix: "squ_", set: hexAny, min: 40, max: 40},
		{rule: "sonar-token", prefix: "sqa_", set: hexAny, min: 40, max: 40},
		{rule: "sentry-token", prefix: "sntrys_", set: base64 | cUnder, min: 40},
		{rule: "sentry-token", prefix: "sntryu_", set: hexLower, min: 40},
		{rule: "sentry-token", prefix: "sntrya_", set: hexLower, min: 40},
		{rule: "sentry-token", prefix: "sntryi_", set: hexLower, min: 40},
		{rule: "postman-key", prefix: "PMAK-", set: urlSafe, min: 40},
		{rule: "circleci-token", prefix: "CCIPAT_", set: word, min: 40},
		{rule: "circleci-token", prefix: "CCIPRJ_", set: word, min: 40},
		{rule: "buildkite-token", prefix: "bkua_", set: alnum, min: 32},
		{rule: "snyk-token", prefix: "snyk_uat.", set: dotted, min: 30},
		{rule: "snyk-token", prefix: "snyk_sat.", set: dotted, min: 30},
		{rule: "clickup-token", prefix: "pk_", set: upper | cDigit | cUnder, min: 38, check: clickup},
		{rule: "octopus-key", prefix: "API-", set: upper | cDigit, min: 26, max: 26, check: scattered},
		{rule: "figma-token", prefix: "figd_", set: urlSafe, min: 30},
		{rule: "figma-token", prefix: "figo_", set: urlSafe, min: 30},
		{rule: "grafana-token", prefix: "glsa_", set: word, min: 40},
		{rule: "grafana-token", prefix: "glc_", set: base64, min: 32, check: mixed},
		{rule: "grafana-token", prefix: "eyJrIjoi", set: base64, min: 60},
		{rule: "1password-token", prefix: "ops_eyJ", set: base64 | urlSafe, min: 100},
		{rule: "1password-key", prefix: "A3-", set: upper | cDigit | cDash, min: 30, max: 40, check: scattered},
	}
}
