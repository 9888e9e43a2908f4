import type { Notices } from '../../platform/notice.ts';

/** Texts and links of this domain's notifications in emails and WhatsApp messages. */
export const mcpNotices = {
  'client-connected': {
    path: () => '/mcp-clients',
    texts: {
      en: [
        'New MCP client',
        'The MCP client {name} was connected with your account. If this wasn’t you, revoke it and change your password.',
      ],
      es: [
        'Un cliente MCP nuevo a tu nombre',
        'Se conectó el cliente MCP {name} con tu cuenta. Si no fuiste tú, revócalo y cambia la contraseña.',
      ],
      pt: [
        'Um novo cliente MCP seu',
        'O cliente MCP {name} foi conectado com a sua conta. Se não foi você, revogue-o e mude a senha.',
      ],
      de: [
        'Ein neuer MCP-Client von Ihnen',
        'Mit Ihrem Konto wurde der MCP-Client {name} verbunden. Wenn Sie das nicht waren, widerrufen Sie ihn und ändern Sie Ihr Passwort.',
      ],
      he: [
        'לקוח MCP חדש שלך',
        'לקוח ה־MCP בשם {name} חובר מהחשבון שלך. אם זה לא היית את/ה, יש לבטל אותו ולשנות את הסיסמה.',
      ],
      ar: ['عميل MCP جديد باسمك', 'رُبط عميل MCP باسم {name} بحسابك. إن لم تكن أنت فألغِه وغيّر كلمة مرورك.'],
    },
  },
} satisfies Notices;
