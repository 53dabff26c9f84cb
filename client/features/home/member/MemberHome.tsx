import { useAtomValue } from 'jotai'
import { useEffect, useState } from 'react'
import { HomeNotices } from '#client/features/notices/Notices.tsx'
import { QuickNote } from '#client/features/quickNote/QuickNoteForm.tsx'
import { useKeyboardOpen } from '#client/platform/browser/device.ts'
import { installOfferAtom, isAppleTouch, isInstalled } from '#client/platform/browser/installing.ts'
import { readStored, tabStorage, writeStored } from '#client/platform/browser/storage.ts'
import { usePicture } from '#client/platform/browser/usePicture.ts'
import { t, useLanguage } from '#client/platform/language/language.ts'
import { formatDay } from '#client/platform/language/time.ts'
import { authAtom } from '#client/session/session.ts'
import { Button } from '#client/ui/Button.tsx'
import { SkeletonRows } from '#client/ui/ListStates.tsx'
import { ScreenTitle } from '#client/ui/ScreenTitle.tsx'
import { uses } from '../home.uses.ts'
import { ContinueWriting } from './ContinueWriting.tsx'
import { FirstSteps } from './FirstSteps.tsx'
import { HomeNotifications, HomeRooms } from './HomeSections.tsx'
import { useHasWritten } from './home.queries.ts'
import { useFirstSteps } from './useFirstSteps.ts'
import './memberHome.css'

const FIRST_ROW_PX = 72

export function MemberHome() {
  const { username } = useAtomValue(authAtom)
  const { language } = useLanguage()
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

/**
 * Local storage key: `next` once the user has seen a note of theirs on the home screen, `done` once they
 * answered the hint.
 */
const KEY = 'install_hint'
const ICON = '/app-icon-192.png'

/** Suggests to install the app, on phones, once, on the second visit after the first note. */
function InstallHint() {
  const offer = useAtomValue(installOfferAtom)
  const hasWritten = useHasWritten()
  const [isVisible, setVisible] = useState(isSecondVisit)
  const isWriting = useKeyboardOpen()
  const { hasFailed, image } = usePicture(ICON)

  useEffect(() => {
    if (!hasWritten || readStored(KEY) !== null) return
    tabStorage.setItem(KEY, 'first')
    writeStored(KEY, 'next')
  }, [hasWritten])

  const isManual = isAppleTouch() && !isInstalled()
  if (!isVisible || isWriting || (offer === null && !isManual)) return null

  function dismiss() {
    writeStored(KEY, 'done')
    setVisible(false)
  }

  return (
    <aside className="install-hint" aria-labelledby="install-hint">
      <img
        className="install-hint__icon"
        src={ICON}
        alt=""
        {...image}
        style={{ visibility: hasFailed ? 'hidden' : 'visible' }}
      />
      <p className="install-hint__text">
        <strong id="install-hint">{t('home.install')}</strong>
        <span>{t(isManual ? 'home.installByHand' : 'home.installMore')}</span>
      </p>
      <div className="install-hint__buttons">
        <Button onClick={dismiss}>{t('home.installLater')}</Button>
        {offer && (
          <Button
            kind="primary"
            onClick={() => {
              dismiss()
              void offer.prompt()
            }}
          >
            {t('home.installNow')}
          </Button>
        )}
      </div>
    </aside>
  )
}

const isSecondVisit = () => readStored(KEY) === 'next' && tabStorage.getItem(KEY) !== 'first'
