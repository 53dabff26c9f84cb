import {
  type MouseEvent,
  type ReactNode,
  type SyntheticEvent,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
} from 'react'
import { createPortal } from 'react-dom'
import type { Failure } from '#client/platform/browser/lazyComponent.tsx'
import { t } from '#client/platform/language/language.ts'
import { Button } from './Button.tsx'
import { failureProps, ManuscriptSheet } from './ErrorState.tsx'
import { Icon } from './Icon.tsx'
import { slideOut, useSheetDrag } from './sheet.ts'
import './Dialog.css'

interface DialogProps {
  open: boolean
  onClose: () => void
  title: string
  children: ReactNode
}

/**
 * A modal dialog; on phones a sheet that can be dragged down. Its children are mounted only while it is open. It is a child of the body,
 * so that no other styles apply.
 */
export function Dialog({ open, onClose, title, children }: DialogProps) {
  const titleId = useId()
  const modal = useModal(open, close)
  useSheetDrag(modal.ref, open, close)

  function close() {
    slideOut(modal.ref.current, onClose)
  }

  return createPortal(
    <dialog className="dialog" aria-labelledby={titleId} {...modal}>
      {open && (
        <>
          <div className="dialog__header">
            <h2 id={titleId} className="dialog__title">
              {title}
            </h2>
            <Button kind="quiet" aria-label={t('common.close')} onClick={close}>
              <Icon name="close" />
            </Button>
          </div>
          {children}
        </>
      )}
    </dialog>,
    document.body,
  )
}

/**
 * Opens and closes a native modal dialog. Spread the result on the `<dialog>`. Esc, the browser's back gesture and a click beside the
 * dialog call `onClose`. The browser restores the focus if the dialog is closed before it is removed, hence the layout effect.
 */
export function useModal(open: boolean, onClose: () => void) {
  const ref = useRef<HTMLDialogElement>(null)
  useLayoutEffect(() => {
    const dialog = ref.current
    if (!open || !dialog) return
    const restoreSelection = rememberSelection(document.activeElement)
    dialog.showModal()
    return () => {
      dialog.close()
      restoreSelection()
    }
  }, [open])

  return {
    ref,
    // The event is asynchronous: in strict mode the dialog is open again by then.
    onClose: ({ currentTarget: dialog }: SyntheticEvent<HTMLDialogElement>) => {
      if (open && !dialog.open) onClose()
    },
    // A click on the backdrop targets the dialog, outside its box.
    onMouseDown: (event: MouseEvent<HTMLDialogElement>) => {
      if (event.target !== event.currentTarget || !isOutside(event, event.currentTarget)) return
      // Otherwise the click would blur the element whose focus is restored.
      event.preventDefault()
      onClose()
    },
  }
}

/** The browser restores the focus of a text field without its selection, so the caret would be at another place. */
function rememberSelection(element: Element | null): () => void {
  const isTextField = element instanceof HTMLTextAreaElement || element instanceof HTMLInputElement
  if (!isTextField || element.selectionStart === null) return () => undefined
  const { selectionStart, selectionEnd, selectionDirection } = element
  return () => {
    if (document.activeElement === element)
      element.setSelectionRange(selectionStart, selectionEnd, selectionDirection ?? undefined)
  }
}

function isOutside({ clientX, clientY }: MouseEvent, element: Element): boolean {
  const box = element.getBoundingClientRect()
  return clientX < box.left || clientX > box.right || clientY < box.top || clientY > box.bottom
}

/** Focuses a field when its dialog opens, except on touch devices, whose keyboard would cover the dialog. */
export function useFocusOnOpen<Field extends HTMLElement>() {
  const field = useRef<Field>(null)
  useEffect(() => {
    if (matchMedia('(pointer: fine)').matches) field.current?.focus()
  }, [])
  return field
}

/** Replaces a dialog that failed to load or render. */
export function FailedDialog({ onClose, ...failure }: Failure & { onClose: () => void }) {
  const { text, retryLabel, busy, onRetry } = failureProps(failure)
  return (
    <Dialog open title={text} onClose={onClose}>
      <div className="state">
        <ManuscriptSheet />
        <Button busy={busy} onClick={onRetry}>
          {retryLabel}
        </Button>
      </div>
    </Dialog>
  )
}
