import { type MouseEvent, type SyntheticEvent, useLayoutEffect, useRef } from 'react'

/**
 * Opens and closes a native modal dialog after `open`. Spread the result on the `<dialog>`: Esc, the browser's back
 * gesture and a press beside the dialog all end in `onClose`. The browser gives the focus back by itself, provided that
 * the dialog is closed before it is taken out of the page: hence the layout effect.
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
    // Told late: strict mode has opened the dialog again by then.
    onClose: ({ currentTarget: dialog }: SyntheticEvent<HTMLDialogElement>) => {
      if (open && !dialog.open) onClose()
    },
    // A press on the backdrop reaches the dialog itself, and lies outside its box.
    onMouseDown: (event: MouseEvent<HTMLDialogElement>) => {
      if (event.target !== event.currentTarget || !isOutside(event, event.currentTarget)) return
      // Else the press would take the focus from where it was given back to.
      event.preventDefault()
      onClose()
    },
  }
}

/**
 * The browser returns the focus to a text field without its selection. After a click in the dialog the caret would be elsewhere, and
 * the next keys would be lost.
 */
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
