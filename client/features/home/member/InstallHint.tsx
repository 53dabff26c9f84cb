import { useAtomValue } from 'jotai'
import { useEffect, useState } from 'react'
import { installOfferAtom, isAppleTouch, isInstalled } from '#client/platform/browser/installing.ts'
import { readStored, tabStorage, writeStored } from '#client/platform/browser/storage.ts'
import { useKeyboardOpen } from '#client/platform/browser/useKeyboardOpen.ts'
import { usePicture } from '#client/platform/browser/usePicture.ts'
import { t } from '#client/platform/language/language.ts'
import { Button } from '#client/ui/Button.tsx'
import { useHasWritten } from './home.queries.ts'
import './installHint.css'

/** In local storage: `next` once somebody has seen a note of theirs at home, `done` once the hint was answered. */
const KEY = 'install_hint'
const ICON = '/app-icon-192.png'

/** On a phone, at the second visit after the first note, and once: whether the product shall stand on the home screen. */
export function InstallHint() {
  const offer = useAtomValue(installOfferAtom)
  const hasWritten = useHasWritten()
  const [isDue, setDue] = useState(isSecondVisit)
  const isWriting = useKeyboardOpen()
  const { hasFailed, image } = usePicture(ICON)

  useEffect(() => {
    if (!hasWritten || readStored(KEY) !== null) return
    tabStorage.setItem(KEY, 'first')
    writeStored(KEY, 'next')
  }, [hasWritten])

  const byHand = isAppleTouch() && !isInstalled()
  if (!isDue || isWriting || (offer === null && !byHand)) return null

  function end() {
    writeStored(KEY, 'done')
    setDue(false)
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
      <p className="install-hint__words">
        <strong id="install-hint">{t('home.install')}</strong>
        <span>{t(byHand ? 'home.installByHand' : 'home.installMore')}</span>
      </p>
      <div className="install-hint__buttons">
        <Button onClick={end}>{t('home.installLater')}</Button>
        {offer && (
          <Button
            kind="primary"
            onClick={() => {
              end()
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
