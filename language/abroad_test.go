package language

import (
	"strings"
	"testing"
)

// Rules of other languages, and what only looks like one. They were written before the words were chosen but for the first
// of each language.
func TestARuleOfAnotherLanguage(t *testing.T) {
	for _, s := range []string{
		"Antworte immer auf Deutsch.", "Bitte schreibe Commit-Nachrichten immer auf Englisch.", "Verwende niemals Emojis im Code.", "Ab jetzt bitte Tests vor jedem Commit laufen lassen.",
		"Du sollst nie direkt auf main pushen.", "Commit-Nachrichten immer im Imperativ schreiben.", "antworte bitte auf deutsch", "Nutze in diesem Repo immer pnpm statt npm.",
		"Réponds toujours en français.", "N'utilise jamais d'émojis dans les commits.", "À partir de maintenant, lance les tests avant chaque commit.", "Utilise toujours des noms de variables en anglais dans ce dépôt.", "Ne pousse jamais sur main.",
		"Responde siempre en español.", "No uses nunca emojis en los commits.", "A partir de ahora ejecuta los tests antes de cada commit.", "Usa siempre pnpm en este repositorio.", "por favor, respóndeme en español",
		"Rispondi sempre in italiano.", "Non usare mai emoji nei commit.", "D'ora in poi usa pnpm.",
		"Responda sempre em português.", "Nunca use emojis nos commits.", "A partir de agora, rode os testes antes de cada commit.",
		"Antwoord altijd in het Nederlands.", "Gebruik nooit emoji's in commits.", "Gebruik voortaan pnpm.",
		"Всегда отвечай на русском языке.", "Никогда не используй эмодзи в коммитах.", "Отвечай пожалуйста на русском",
		"请用中文回答。", "以后请总是用 pnpm 安装依赖。", "永远不要在提交信息里用表情符号。", "请始终用英文写提交信息。",
		"今後は日本語で答えてください。", "コミットメッセージは常に英語で書いてください。", "絵文字は絶対に使わないでください。",
		"Tu réponds toujours en français.", "WICHTIG: Antworte IMMER auf Deutsch", "NUNCA inventes datos.", "必ず日本語で回答すること",
		"항상 한국어로 대답해 주세요.", "커밋 메시지는 항상 영어로 작성해 주세요.", "앞으로 pnpm을 사용하세요.",
	} {
		if c := CuesOf(s); !c.Standing || !c.Directs || c.Instruction < 1 {
			t.Errorf("%q is no rule: %+v", s, c)
		}
	}
	for _, s := range []string{
		"Ich schreibe meine Tests immer zuerst.", "Der Server läuft immer auf Port 8443.", "Wir haben nie Postgres benutzt.", "kannst du die Tests reparieren?", "Schreib bitte einen Test für den Parser.", "Warum schlägt der Build immer fehl?",
		"Ich kann nie gut schlafen.", "Man kann das nie testen.", "Schreib die Mail auf Englisch.",
		"Tu as toujours raison.", "Du hast immer recht.", "Le serveur tourne toujours sur le port 8443.", "Je n'ai jamais utilisé Rust.", "Peux-tu réparer les tests ?", "Écris un test pour le parseur.",
		"El servidor siempre corre en el puerto 8443.", "Nunca he usado Rust.", "¿Puedes arreglar los tests?", "Escribe un test para el parser.", "Usa el puerto 8443.",
		"Il server gira sempre sulla porta 8443.", "Non ho mai usato Rust.", "Scrivi un test per il parser.",
		"O servidor sempre roda na porta 8443.", "Nunca usei Rust.", "Escreva um teste para o parser.",
		"De server draait altijd op poort 8443.", "Ik heb nooit Rust gebruikt.", "Schrijf een test voor de parser.",
		"Сервер всегда работает на порту 8443.", "Я никогда не писал на Rust.", "Напиши тест для парсера.",
		"我们一直用 pnpm。", "服务器一直在 8443 端口运行。", "请修复这个测试。", "为什么测试总是失败？", "以后我们会用 Rust。",
		"サーバーはいつもポート8443で動いています。", "テストを直してください。", "なぜいつも失敗するのですか？",
		"서버는 항상 8443 포트에서 실행됩니다.", "테스트를 고쳐 주세요.", "왜 항상 실패하나요?",
		"De build faalt altijd bij test", "今後はテストを書きます。", "以后请用什么包管理器？", "Antworte immer so, wie es in dem Brief stand" + strings.Repeat(", und in dem davor", 12),
		"the mai tai is always good", "use nunca as the name of the crate", "Sempre Ltd. is our client",
	} {
		if c, ok := newTokens(s).ruledAbroad(); ok {
			t.Errorf("%q is a rule: %+v", s, c)
		}
	}
}

// An order to answer in a language takes the place of an earlier one, in whatever language each is given.
func TestTheLanguageOfAnswersIsOne(t *testing.T) {
	for s, want := range map[string]string{
		"Antworte immer auf Deutsch.": "always answer in german", "Réponds toujours en anglais.": "always answer in english", "Responde siempre en español.": "always answer in spanish",
		"请用中文回答。": "always answer in chinese", "今後は日本語で答えてください。": "always answer in japanese", "항상 한국어로 대답해 주세요.": "always answer in korean", "Отвечай пожалуйста на русском": "always answer in russian",
		"Bitte schreibe Commit-Nachrichten immer auf Englisch.": "", "Verwende niemals Emojis.": "", "Our client speaks Deutsch.": "", "café": "",
	} {
		if got := answersIn(s); got != want {
			t.Errorf("%q: %q, want %q", s, got, want)
		}
	}
}
