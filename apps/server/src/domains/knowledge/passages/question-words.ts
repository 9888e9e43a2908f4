/** Words around a question that hardly add to it, by the library's language names. Lower case. */
export const ASIDES: Record<string, string> = {
  eng: `hi hey hello please pls plz thanks thank thx ok okay just really actually maybe possible possibly want wanna need needs like would love wondering wonder know tell ask asking
    question say says let see look looking try sure going go goes gonna come bring take takes taking get gets getting give gives make makes use using keep put got i'm im i'd i've you're what's
    whats who's when how why whom whose does doing done don't dont doesn't isn't cant can't won't will shall may able allowed still already yet again anything something someone anyone there's
    theres thing things stuff kind way lot lots much many long often soon exactly usually normally offer offers sell provide accept my mine me us your yours yall guys any one ones is are there`,
  spa: `hola buenas buenos días dias tardes noches gracias favor quiero quisiera querría necesito puedo puede pueden puedes podría podrían tengo tiene tienen tienes hay hace hacen hacer
    ser estar está están estoy es son va van voy ir cuánto cuanto cuánta cuanta cuántos cuántas qué cuál cual cuáles cómo como dónde cuándo cuando quién si mi mis le les usted ustedes saber
    decir dime algo alguien alguna alguno también ya todavía aún llevar traer dar ofrecen venden`,
  deu: `hallo hi guten moin bitte danke wie was wann wo wer warum welche kann können könnt könnte darf dürfen muss müssen möchte wollen habt haben hat gibt gibt's bei euch mir uns noch auch
    schon mal eigentlich etwa lange lang viel viele machen macht bekomme bekommen brauche brauchen geht gehen kommt kommen bietet bieten nehmt nehmen bringen mitbringen verkauft ist sind`,
  fra: `bonjour salut bonsoir merci svp plaît plait quel quelle quels quelles combien comment quand où ou qui pourquoi j'ai puis peux peut pouvez pouvons voudrais veux avez avons faut
    faire fait chez besoin aussi encore déjà est-ce est sont proposez vendez`,
  por: `olá oi bom boa tarde noite obrigado obrigada favor quero queria gostaria preciso posso pode podem vocês você tem têm há faz fazem fazer quanto quanta quantos qual quais como onde
    quando quem é são está estão meu minha também ainda oferecem vendem`,
  ita: `ciao buongiorno buonasera salve grazie favore vorrei voglio devo posso può possono potete avete hanno c'è fate fare quanto quanti quanta quale quali come dove quando chi è sono mio
    mia anche ancora offrite vendete`,
};

/** Interrogative synonyms, whichever the text uses, by language. Lower case. */
const SYNONYMS: Record<string, string[]> = {
  eng: [
    'price prices cost costs much fee fees charge charges rate rates expensive',
    'open opens opening hours close closes closed closing',
    'cancel cancelled canceled cancellation cancelling',
    'move reschedule postpone rebook',
    'deliver delivery ship shipping shipped',
    'refund refunded reimburse reimbursed',
    'book booking appointment appointments reserve reservation',
    'kid kids child children minor minors',
    'mum mom mother dad father parent parents',
    'address located location',
    'pay paying payment',
    'long duration last lasts',
  ],
  spa: [
    'precio precios cuánto cuánta cuesta cuestan coste costo vale valen tarifa tarifas',
    'horario horarios abierto abierta abren abre cierran cierra cerrado apertura',
    'cancelar cancelo anular anulo cancelación',
    'envío envíos enviar envían entrega entregan',
    'cita reserva reservar turno',
    'niño niños niña niñas hijo hija menor menores',
    'pagar pago pagos',
    'dura duran duración tarda tardan',
  ],
  deu: [
    'preis preise viel wieviel kostet kosten gebühr gebühren teuer',
    'öffnungszeiten geöffnet öffnet offen auf geschlossen schließt zu',
    'stornieren storno absagen absage',
    'verschieben umbuchen verlegen',
    'liefern lieferung liefert versand versenden',
    'termin reservieren reservierung buchen buchung',
    'kind kinder minderjährige',
    'zahlen bezahlen zahlung',
    'lange dauer dauert dauern',
  ],
  fra: [
    'prix combien coûte coûtent coût tarif tarifs',
    'horaires ouvert ouverte ouvrez ouvre fermé fermez ferme ouverture',
    'annuler annulation',
    'livrer livraison livrez expédier',
    'réserver réservation rendez-vous',
    'enfant enfants mineur mineurs',
    'payer paiement',
    'durée dure durent',
  ],
  por: [
    'preço preços quanto custa custam custo tarifa',
    'horário horários aberto aberta abre abrem fecha fecham fechado',
    'cancelar cancelamento',
    'entrega entregam envio enviar',
    'reservar reserva agendar marcar',
    'criança crianças menor menores',
    'pagar pagamento',
  ],
  ita: [
    'prezzo prezzi quanto costa costano costo tariffa',
    'orari orario aperto aperti aprite chiuso chiudete apertura',
    'annullare disdire annullamento',
    'spedire spedizione consegna consegnate',
    'prenotare prenotazione appuntamento',
    'bambino bambini minore minori',
    'pagare pagamento',
  ],
};

const groups = new Map(
  Object.entries(SYNONYMS).map(([language, lines]) => [
    language,
    new Map(lines.map((line) => line.split(' ')).flatMap((words) => words.map((word) => [word, words] as const))),
  ]),
);

/** A word's synonyms, including itself; empty if it has none. */
export const synonymsOf = (language: string, word: string): readonly string[] => groups.get(language)?.get(word) ?? [];
