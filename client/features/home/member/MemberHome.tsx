import { useAtomValue } from 'jotai'
import { QuickNote } from '#client/features/notes/quick/QuickNote.tsx'
import { HomeNotices } from '#client/features/notices/HomeNotices.tsx'
import { t } from '#client/platform/language/language.ts'
import { authAtom } from '#client/session/session.ts'
import { ScreenTitle } from '#client/ui/ScreenTitle.tsx'
import { uses } from '../home.uses.ts'
import './memberHome.css'

/** What of mine is here, and what came since. */
export function MemberHome() {
  const { username } = useAtomValue(authAtom)
  return (
    <div className="member-home">
      <ScreenTitle title={t('home.title')}>{t('home.mine', { name: username })}</ScreenTitle>
      <QuickNote />
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
    </div>
  )
}
