import { useAtomValue } from 'jotai'
import { HomeNotices } from '#client/features/notices/HomeNotices.tsx'
import { QuickNote } from '#client/features/quickNote/QuickNote.tsx'
import { t, useLanguage } from '#client/platform/language/language.ts'
import { formatDay } from '#client/platform/language/time.ts'
import { authAtom } from '#client/session/session.ts'
import { ScreenTitle } from '#client/ui/ScreenTitle.tsx'
import { uses } from '../home.uses.ts'
import { ContinueWriting } from './ContinueWriting.tsx'
import { HomeNotifications } from './HomeNotifications.tsx'
import { HomeRooms } from './HomeRooms.tsx'
import { InstallHint } from './InstallHint.tsx'
import './memberHome.css'

export function MemberHome() {
  const { username } = useAtomValue(authAtom)
  const { language } = useLanguage()
  return (
    <div className="member-home">
      <div className="member-home__header">
        <ScreenTitle title={t('home.title')}>{t('home.mine', { name: username })}</ScreenTitle>
        <p>{formatDay(new Date(), language, Date.now())}</p>
      </div>
      <QuickNote />
      <ContinueWriting />
      <div className="member-home__others">
        <HomeRooms />
        <HomeNotifications />
      </div>
      <HomeNotices />
      <section className="member-home__uses">
        <p>
          {t('home.lead')} {t('home.browser')}
        </p>
        <ul>
          {uses.map(([use]) => (
            <li key={use}>{t(use)}</li>
          ))}
        </ul>
      </section>
      <InstallHint />
    </div>
  )
}
