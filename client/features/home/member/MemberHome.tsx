import { useAtomValue } from 'jotai'
import { HomeNotices } from '#client/features/notices/Notices.tsx'
import { QuickNote } from '#client/features/quickNote/QuickNoteForm.tsx'
import { t, useLanguage } from '#client/platform/language/language.ts'
import { formatDay } from '#client/platform/language/time.ts'
import { authAtom } from '#client/session/session.ts'
import { SkeletonRows } from '#client/ui/ListStates.tsx'
import { useDayChange } from '#client/ui/RelativeTime.tsx'
import { ScreenTitle } from '#client/ui/ScreenTitle.tsx'
import { uses } from '../home.uses.ts'
import { ContinueWriting } from './ContinueWriting.tsx'
import { FirstSteps } from './FirstSteps.tsx'
import { HomeNotifications, HomeRooms } from './HomeSections.tsx'
import { InstallHint } from './InstallHint.tsx'
import { useFirstSteps } from './useFirstSteps.ts'
import './memberHome.css'

const FIRST_ROW_PX = 72

export function MemberHome() {
  const { username } = useAtomValue(authAtom)
  const { language } = useLanguage()
  useDayChange()
  const firstSteps = useFirstSteps()
  const isNewMember = firstSteps !== null
  return (
    <div className="member-home">
      <div className="member-home__header">
        <p>{formatDay(new Date(), language, Date.now())}</p>
        <ScreenTitle title={t('home.title')}>{t('home.mine', { name: username })}</ScreenTitle>
      </div>
      <QuickNote />
      {firstSteps === 'pending' ? (
        <SkeletonRows rows={3} height={FIRST_ROW_PX} />
      ) : (
        <>
          {firstSteps && <FirstSteps {...firstSteps} />}
          <ContinueWriting isNewMember={isNewMember} />
          <div className="member-home__others">
            <HomeRooms isNewMember={isNewMember} />
            <HomeNotifications isNewMember={isNewMember} />
          </div>
        </>
      )}
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
