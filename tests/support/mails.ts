import type { Language } from '#protocol/text/languages.ts'

/** For each kind of mail, the words by which the privacy policy says when it is sent. */
type MailRow = Record<Language, string> & {
  /**
   * Mails that open or guard the account go to any e-mail that a user registered with. Mails about account activity
   * go only to confirmed e-mails, and not to suspended users.
   */
  guards: boolean
}

/** By the name of the function that renders the mail. */
export const mails: Record<string, MailRow> = {
  backupFailedMail: {
    guards: false,
    ko: '운영자에게 예약 백업을 만들지 못했을 때',
    en: 'to administrators when a scheduled backup has failed',
  },
  confirmationMail: {
    guards: true,
    ko: '가입해서 주소를 확인할 때',
    en: 'when you sign up, so that you can confirm it',
  },
  newDeviceMail: {
    guards: true,
    ko: '처음 보는 기기에서 로그인했을 때',
    en: 'when you sign in on a device that was not seen before',
  },
  notificationMail: {
    guards: false,
    ko: '받기로 한 알림이 있을 때',
    en: 'when there are notifications that you get by mail',
  },
  resetMail: {
    guards: true,
    ko: '임시 비밀번호나 주소 확인을 요청했을 때',
    en: 'when you ask for a temporary password',
  },
}
