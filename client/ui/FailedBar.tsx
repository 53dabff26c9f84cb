import { atom, useAtom } from 'jotai'
import { createPortal } from 'react-dom'
import type { Failure } from '#client/platform/browser/ErrorBoundary.tsx'
import { t } from '#client/platform/language/language.ts'
import { Button } from './Button.tsx'
import { failureProps } from './FailedScreen.tsx'
import { Icon } from './Icon.tsx'
import './FailedBar.css'

/** All failed components share one bar. Closing it closes it until the page is reloaded. */
const isClosedAtom = atom(false)

/** Replaces a failed component of the header or an overlay. It floats below the header, so that the page stays usable. */
export function FailedBar(failure: Failure) {
  const { text, retryLabel, busy, onRetry } = failureProps(failure)
  const [isClosed, setClosed] = useAtom(isClosedAtom)
  if (isClosed) return null
  return createPortal(
    <div className="failed-bar no-print" role="alert">
      {text}
      <Button kind="quiet" busy={busy} onClick={onRetry}>
        {retryLabel}
      </Button>
      <Button kind="quiet" aria-label={t('common.close')} onClick={() => setClosed(true)}>
        <Icon name="close" />
      </Button>
    </div>,
    document.body,
  )
}
