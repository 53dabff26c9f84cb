import { atom, useAtom } from 'jotai'
import { createPortal } from 'react-dom'
import type { Failure } from '#client/platform/browser/ErrorBoundary.tsx'
import { t } from '#client/platform/language/language.ts'
import { Button } from './Button.tsx'
import { retryOf } from './failure.text.ts'
import { Icon } from './Icon.tsx'
import './FailedBar.css'

/** One bar is shown for all failed parts, so closing it closes all, until the page is loaded again. */
const isClosedAtom = atom(false)

/** For a part of the header or over the screen: floats below the header's bar, so that the page stays usable. */
export function FailedBar(failure: Failure) {
  const { text, retryLabel, busy, onRetry } = retryOf(failure)
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
