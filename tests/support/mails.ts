import type { Language } from '#protocol/text/languages.ts'

/** Of every kind of mail, by its file: words by which the privacy policy tells when it is sent. */
export const mails: Record<string, Record<Language, string>> = {
  'confirmation.mail.ts': {
    ko: '가입해서 주소를 확인할 때',
    en: 'when you sign up, so that you can confirm it',
  },
  'newDevice.mail.ts': {
    ko: '처음 보는 기기에서 로그인했을 때',
    en: 'when you sign in on a device that was not seen before',
  },
  'reset.mail.ts': {
    ko: '임시 비밀번호나 주소 확인을 요청했을 때',
    en: 'when you ask for a temporary password',
  },
}
