package language

var tonguesAbroad = []tongue{
	{ // German
		always: set(`immer nie niemals stets kunftig zukunftig grundsatzlich jedesmal`),
		since:  phrasesOf(`ab jetzt, ab sofort, in zukunft, von nun an, von jetzt an, jedes mal`),
		orders: set(`schreib schreibe schreibt schreiben nutz nutze nutzen benutz benutze benutzen verwende verwendet verwenden halt halte halten mach mache machen teste testen pruf prufe prufen fuhr fuhre ausfuhren frag frage
			fragen lass lasse lassen vermeid vermeide vermeiden acht achte achten kommentiere kommentieren formatiere formatieren committe committen commite commiten pushe push pushen losch losche loschen ander andere andern
			fug fuge hinzufugen start starte starten bau baue bauen zeig zeige zeigen erstell erstelle erstellen bleib bleibe bleiben installier installiere installieren leg lege ablegen gib geben nimm nehmen setz setze setzen benenne benennen
			dokumentiere dokumentieren nenn nenne nennen merk merke erfinde erfinden erwahne ignoriere ruf rufe schreibst nutzt verwendest machst`),
		replies: set(`antworte antwort antworten antwortet antwortest sprich sprech sprechen rede reden erklar erklare erklaren duz duze duzen siez sieze siezen`),
		leads:   set(`bitte und also aber nicht dann hey ok okay du wichtig`),
		duties:  phrasesOf(`du sollst, du solltest, du musst, du darfst`),
		last:    true,
	},
	{ // French
		always: set(`toujours jamais desormais dorenavant systematiquement`),
		since:  phrasesOf(`a partir de maintenant, a l'avenir, a chaque fois, chaque fois`),
		orders: set(`ecris ecrivez ecrire utilise utilisez utiliser fais faites faire lance lancez lancer teste testez tester verifie verifiez verifier demande demandez demander evite evitez eviter garde gardez garder mets mettez mettre
			cree creez creer commente commentez commenter ajoute ajoutez ajouter supprime supprimez supprimer modifie modifiez modifier execute executez executer nomme nommez nommer respecte respectez respecter pousse poussez pousser committe
			documente documentez documenter installe installez installer laisse laissez laisser prends prenez prendre touche touchez toucher pense pensez invente inventez inventer mentionne mentionner`),
		replies: set(`reponds repondez repondre parle parlez parler explique expliquez expliquer tutoie tutoyez vouvoie`),
		leads:   set(`s'il te vous plait svp stp merci de et donc ne pas ok tu important`),
		duties:  phrasesOf(`tu dois, vous devez, il faut, il ne faut, tu ne dois`),
	},
	{ // Spanish
		always: set(`siempre nunca jamas`),
		since:  phrasesOf(`a partir de ahora, de ahora en adelante, desde ahora, en adelante, cada vez`),
		orders: set(`escribe escribir escribas usa usar uses utiliza utilizar utilices haz hacer hagas manten mantener comprueba comprobar ejecuta ejecutar ejecutes prueba probar pregunta preguntar preguntes evita evitar pon poner pongas
			crea crear crees comenta comentar comentes formatea agrega agregar agregues anade anadir anadas borra borrar borres elimina eliminar elimines cambia cambiar cambies modifica modificar modifiques toca toques sube subas
			nombra nombrar documenta documentar instala instalar instales sigue seguir deja dejar dejes corre correr verifica verificar revisa revisar respeta respetar inventes inventar ignores menciones`),
		replies: set(`responde responder respondas respondeme contesta contestar contestes contestame habla hablar hables hablame explica explicar explicame`),
		leads:   set(`por favor y entonces no ok vale tu importante`),
		duties:  phrasesOf(`debes, tienes que, hay que, no debes`),
	},
	{ // Italian
		always: set(`sempre mai`),
		since:  phrasesOf(`d'ora in poi, da ora in poi, ogni volta, in futuro`),
		orders: set(`scrivi scrivere usa usare utilizza utilizzare fai fare esegui eseguire testa testare controlla controllare chiedi chiedere evita evitare mantieni mantenere metti mettere crea creare commenta commentare aggiungi aggiungere
			cancella cancellare elimina eliminare modifica modificare cambia cambiare tocca toccare nomina documenta documentare installa installare lascia lasciare verifica verificare rispetta rispettare lancia lanciare committa inventare ignorare`),
		replies: set(`rispondi rispondere rispondimi parla parlare parlami spiega spiegare spiegami`),
		leads:   set(`per favore favore cortesia e quindi non ok tu importante`),
		duties:  phrasesOf(`devi, bisogna, non devi`),
	},
	{ // Portuguese
		always: set(`sempre nunca jamais`),
		since:  phrasesOf(`a partir de agora, de agora em diante, daqui em diante, daqui pra frente, cada vez`),
		orders: set(`escreva escreve escrever use usa usar utilize utiliza utilizar faca faz fazer execute executa executar rode roda rodar teste testa testar verifique verifica verificar pergunte pergunta perguntar evite evita evitar
			mantenha mantem manter coloque coloca colocar crie cria criar comente comenta comentar adicione adiciona adicionar apague apaga apagar remova remove remover altere altera alterar mude muda mudar mexa nomeie documente documenta
			instale instala instalar deixe deixa deixar siga segue seguir`),
		replies: set(`responda responde responder fale fala falar explique explica explicar`),
		leads:   set(`por favor e entao nao ok voce importante`),
		duties:  phrasesOf(`voce deve, deve, tem que, voce nao deve`),
	},
	{ // Dutch
		always: set(`altijd nooit voortaan steeds telkens`),
		since:  phrasesOf(`vanaf nu, in het vervolg, elke keer`),
		orders: set(`schrijf schrijven gebruik gebruiken doe doen maak maken houd hou houden test testen controleer controleren vraag vragen vermijd vermijden zet zetten voeg toevoegen draai draaien verwijder verwijderen wijzig wijzigen
			verander veranderen commit committen push pushen installeer installeren laat laten noem noemen documenteer documenteren formatteer formatteren kijk kijken`),
		replies: set(`antwoord antwoorden spreek spreken praat praten reageer reageren`),
		leads:   set(`alsjeblieft aub svp graag en dus niet ok belangrijk`),
		duties:  phrasesOf(`je moet, je mag`),
		last:    true,
	},
	{ // Russian
		always: set(`всегда никогда впредь отныне`),
		since:  phrasesOf(`с этого момента, в дальнейшем, в будущем, каждый раз`),
		orders: set(`пиши пишите используй используите делай делаи делайте делаите проверяй проверяи проверяйте запускай запускаи запускайте спрашивай спрашиваи спрашивайте избегай избегаи избегайте добавляй добавляи добавляйте удаляй
			удаляи удаляйте меняй меняи меняйте коммить пушь называй называи называйте соблюдай соблюдаи оставляй оставляи трогай трогаи используйте устанавливай устанавливаи`),
		replies: set(`отвечай отвечаи отвечайте отвечаите говори говорите объясняй объясняи объясняйте`),
		leads:   set(`пожалуйста пожалуиста и не ну ок важно`),
		duties:  phrasesOf(`ты должен, нужно, надо, нельзя`),
	},
}

// subjectsAbroad are the words by which a sentence that ends with an infinitive tells of somebody.
var subjectsAbroad = set(`ich wir er sie es man ihr ik wij we hij zij ze men jullie`)

var unpartedTongues = []unparted{
	{ // Chinese
		always: []string{"总是", "始终", "永远", "一直", "一律", "以后", "今后", "从现在起", "从现在开始", "从今往后", "每次", "總是", "始終", "永遠", "以後", "今後", "從現在開始"},
		asks:   []string{"请", "請", "不要", "别", "不准", "禁止", "务必", "務必"},
		verbs:  []string{"用", "写", "寫", "运行", "運行", "执行", "提交", "保持", "加", "改", "删", "测试", "測試", "检查", "檢查", "命名", "遵循"},
		not:    []string{"吗", "嗎", "我们", "我們", "他", "她", "它", "？"},
		first:  true,
		reply:  []string{"回答", "回复", "回覆", "答复", "答覆", "交流", "沟通", "跟我说", "和我说"},
		speech: []string{"用中文=chinese", "用简体中文=chinese", "用繁体中文=chinese", "用繁體中文=chinese", "用汉语=chinese", "用英文=english", "用英语=english", "用英語=english", "用日语=japanese", "用日文=japanese"},
	},
	{ // Japanese
		always: []string{"常に", "いつも", "今後", "これから", "毎回", "絶対", "決して"},
		asks:   []string{"ください", "下さい", "すること", "しないで", "お願い", "してね", "しろ", "禁止", "ないこと"},
		verbs:  []string{"使", "書", "実行", "テスト", "確認", "追加", "削除", "変更", "コミット", "付け", "名前"},
		not:    []string{"ですか", "ますか", "？"},
		reply:  []string{"答え", "回答", "返答", "返事", "話し", "説明"},
		speech: []string{"日本語で=japanese", "英語で=english", "中国語で=chinese", "韓国語で=korean"},
	},
	{ // Korean
		always: []string{"항상", "언제나", "앞으로", "절대", "매번"},
		asks:   []string{"세요", "해줘", "해 줘", "써줘", "써 줘", "하지 마", "하지마", "말아", "해라", "할 것", "하십시오"},
		verbs:  []string{"사용", "써", "쓰", "작성", "실행", "테스트", "확인", "추가", "삭제", "변경", "커밋", "유지"},
		not:    []string{"까요", "나요", "?"},
		reply:  []string{"대답", "답변", "답해", "말해", "설명"},
		speech: []string{"한국어로=korean", "영어로=english", "일본어로=japanese"},
	},
}

// waysAbroad are names of languages in those languages.
var waysAbroad = set(`deutsch deutscher englisch englischer franzosisch spanisch italienisch anglais allemand espagnol francais italien ingles espanol castellano aleman inglese tedesco francese spagnolo italiano
	portugues alemao espanhol engels duits frans nederlands spaans русском английском немецком`)
