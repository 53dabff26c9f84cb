import { useAtomValue } from 'jotai'
import { useEffect, useState } from 'react'
import { useKeyboardOpen } from '#client/platform/browser/device.ts'
import { installOfferAtom, isAppleTouch, isInstalled } from '#client/platform/browser/installing.ts'
import { readStored, tabStorage, writeStored } from '#client/platform/browser/storage.ts'
import { usePicture } from '#client/platform/browser/usePicture.ts'
import { t } from '#client/platform/language/language.ts'
import { Button } from '#client/ui/Button.tsx'
import { useHasWritten } from './home.queries.ts'
import './installHint.css'

/**
 * Local storage key: `next` once the user has seen a note of theirs on the home screen, `done` once they
 * answered the hint.
 */
const KEY = 'install_hint'
const ICON = '/app-icon-192.png'

/** Suggests to install the app, on phones, once, on the second visit after the first note. */
export function InstallHint() {
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
