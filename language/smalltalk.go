package language

// otherTalk is small talk of the languages that most people write who do not write
// English: what thanks, agrees, greets, and lets the agent go on. A script without
// spaces has a phrase in one piece.
const otherTalk = `
	danke danke_dir danke_schon dankeschon vielen_dank besten_dank ja ja_bitte ja_gerne nein genau gut sehr_gut gut_gemacht super prima weiter weiter_so mach_weiter mach_das mach_es
	alles_klar passt passt_so das_passt passt_schon schon_gut alles_gut in_ordnung einverstanden gern gerne klar los_geht's stimmt richtig verstanden
	hallo guten_morgen guten_tag guten_abend gute_nacht tschuss bis_morgen
	gracias muchas_gracias mil_gracias si por_favor hazlo vale de_acuerdo genial perfecto continua sigue sigue_adelante adelante bien muy_bien esta_bien ya_esta ya_esta_bien
	listo claro correcto exacto excelente entendido de_nada hola buenos_dias buenas_tardes buenas_noches adios hasta_luego hasta_manana
	merci merci_beaucoup merci_bien oui non parfait d'accord tres_bien c'est_bon c'est_bien c'est_parfait ca_marche ca_va vas_-_y allez allez_-_y continuez s'il_te_plait s'il_vous_plait
	entendu compris de_rien bonjour bonsoir salut au_revoir a_demain
	grazie grazie_mille va_bene perfetto bene molto_bene vai d'accordo esatto certo per_favore prego ciao buongiorno buonasera
	obrigado obrigada muito_obrigado muito_obrigada sim nao perfeito otimo muito_bem pode_continuar beleza ola bom_dia boa_tarde boa_noite
	dank_je dank_u dankjewel bedankt nee goed klopt ga_door ga_verder
	tack takk tusen_takk dzieki dziekuje tak dobrze swietnie tesekkurler tesekkur_ederim evet hayir tamam devam devam_et terima_kasih cam_on
	спасибо большое_спасибо спасибо_большое пожалуйста ок да нет хорошо отлично понятно понял поняла ладно супер круто верно правильно конечно согласен согласна готово
	дальше продолжай давай давай_дальше сделай сделай_это все_в_порядке все_ок все_хорошо все_верно не_надо не_нужно
	привет здравствуйте доброе_утро добрый_день добрый_вечер пока
	ありがとう ありがとうございます ありがとうございました どうも はい うん いいえ お願いします よろしくお願いします 了解 了解です 了解しました わかりました 分かりました 承知しました かしこまりました
	続けて 続けてください 続けます 進めて 進めてください 大丈夫 大丈夫です 完璧 完璧です 素晴らしい いいね いいですね なるほど その通りです 助かります 助かりました どういたしまして
	おはよう おはようございます こんにちは こんばんは お疲れ様です お疲れ様でした
	谢谢 谢谢你 谢谢您 多谢 感谢 非常感谢 不客气 不用谢 好 好的 好吧 行 可以 是 是的 对 对的 没错 嗯 不用 不用了 没问题 没事 没关系 继续 请继续 继续吧 下一步
	明白 明白了 知道了 了解 收到 懂了 太好了 很好 完美 不错 太棒了 就这样 就这样做 就这么做 你好 您好 早上好 晚安 再见 辛苦了 謝謝 謝謝你 繼續 請繼續 沒問題 對 不客氣
	감사합니다 고마워 고마워요 고맙습니다 네 예 아니요 좋아 좋아요 좋습니다 계속 계속해 계속해줘 계속해주세요 알겠습니다 알겠어요 알았어 괜찮아요 괜찮습니다 완벽해요 안녕하세요 수고하셨습니다
	شكرا نعم धन्यवाद`
