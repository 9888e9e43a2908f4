/**
 * Questions, each with an answer in other words and a non-answer from the same business. They belong to no knowledge
 * base and not to the search's evaluation; they calibrate what a model rates as near.
 */
export const PROBES: readonly [question: string, answer: string, beside: string][] = [
  [
    'Can I pay with plastic?',
    'We accept debit and credit cards from ten euros on.',
    'Our cash desk is on the ground floor, left of the lift.',
  ],
  [
    'Who do I ring when the heating dies at night?',
    'Emergencies: the caretaker is on call around the clock at extension 12.',
    'The heating season begins in October.',
  ],
  [
    'Is there somewhere to leave my bike?',
    'Cycle racks under a roof are behind the building.',
    'The bus stops every ten minutes in front of the door.',
  ],
  [
    'My screen arrived cracked, now what?',
    'If goods are damaged on delivery, send us photos within two days and we replace them.',
    'All monitors are shipped in two layers of cardboard.',
  ],
  [
    '¿Puedo traer a mi gato?',
    'Se admiten mascotas pequeñas con un suplemento de cinco euros.',
    'El jardín está abierto hasta la puesta del sol.',
  ],
  [
    '¿Tenéis algo para celíacos?',
    'Toda la carta está disponible sin gluten si se avisa al reservar.',
    'La cocina cierra a las once de la noche.',
  ],
  [
    'Wann macht ihr Feierabend?',
    'Unsere Öffnungszeiten: werktags von acht bis siebzehn Uhr.',
    'Samstags findet die Beratung nur am Telefon statt, nach Anmeldung.',
  ],
  [
    'Je peux me faire rembourser si je tombe malade ?',
    'Sur présentation d’un certificat médical, le billet est remboursé intégralement.',
    'Les billets sont envoyés par courriel.',
  ],
  ['אפשר לשלם בכמה פעמים?', 'ניתן לפרוס את הסכום לשלושה תשלומים ללא ריבית.', 'החשבונית נשלחת בדואר אלקטרוני.'],
  ['איפה משאירים את הרכב?', 'חניון ללקוחות נמצא מתחת לבניין, הכניסה מרחוב צדדי.', 'התחנה הקרובה של הרכבת במרחק הליכה.'],
  ['هل يوجد توصيل إلى البيت؟', 'نرسل الطلبات إلى باب منزلك خلال ساعة.', 'المطبخ مفتوح أمام الزبائن.'],
  ['ابني عمره ثلاث سنوات، هل يدفع؟', 'الدخول مجاني لمن هم دون السادسة.', 'تباع التذاكر عند البوابة الشمالية.'],
  ['車で行けますか？', '建物の裏に駐車場が十台分あります。', '最寄り駅から送迎バスが出ています。予約は前日までです。'],
  [
    'キャンセルしたらお金は戻りますか？',
    '前日までの取り消しは全額返金いたします。',
    '予約の確認はメールでお送りします。',
  ],
  [
    'Posso ir de cadeira de rodas?',
    'Todas as salas são acessíveis por rampa ou elevador.',
    'As salas têm ar condicionado.',
  ],
  [
    'Можно прийти без записи?',
    'Принимаем в порядке живой очереди каждое утро.',
    'Запись по телефону занимает пару минут.',
  ],
];
