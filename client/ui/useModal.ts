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
    dialog.showModal()
    return () => dialog.close()
  }, [open])

  return {
    ref,
    // Told late: strict mode has opened the dialog again by then.
    onClose: ({ currentTarget: dialog }: SyntheticEvent<HTMLDialogElement>) => {
      if (open && !dialog.open) onClose()
    },
    // A press on the backdrop reaches the dialog itself, and lies outside its box.
    onMouseDown: (event: MouseEvent<HTMLDialogElement>) => {
      if (event.target === event.currentTarget && isOutside(event, event.currentTarget)) onClose()
    },
  }
}

function isOutside({ clientX, clientY }: MouseEvent, element: Element): boolean {
  const box = element.getBoundingClientRect()
  return clientX < box.left || clientX > box.right || clientY < box.top || clientY > box.bottom
}
