import { type MouseEvent, type SyntheticEvent, useEffect, useLayoutEffect, useRef } from 'react'

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
