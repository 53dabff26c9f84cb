import type { Language } from '#protocol/text/languages.ts'

/** Of a kind of mail, the words by which the privacy policy tells when it is sent. */
type MailRow = Record<Language, string> & {
  /**
   * It opens or guards the account, so it goes to any e-mail that somebody signed up with. Of what happens in an account nobody is told at
   * an e-mail that is not confirmed, and nobody who is suspended.
   */
  guards: boolean
}

/** By their files. */
export const mails: Record<string, MailRow> = {
  'confirmation.mail.ts': {
    guards: true,
    ko: '가입해서 주소를 확인할 때',
    en: 'when you sign up, so that you can confirm it',
  },
  'newDevice.mail.ts': {
    guards: true,
    ko: '처음 보는 기기에서 로그인했을 때',
    en: 'when you sign in on a device that was not seen before',
  },
  'reset.mail.ts': {
    guards: true,
    ko: '임시 비밀번호나 주소 확인을 요청했을 때',
    en: 'when you ask for a temporary password',
  },
}
