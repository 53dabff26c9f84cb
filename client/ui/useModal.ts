import { type MouseEvent, useEffect, useRef } from 'react'

/**
 * Opens and closes a native modal dialog after `open`. Spread the result on the `<dialog>`: Esc, the browser's back
 * gesture and a press beside the dialog all end in `onClose`. The browser gives the focus back by itself.
 */
export function useModal(open: boolean, onClose: () => void) {
  const ref = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    const dialog = ref.current
    if (!dialog || dialog.open === open) return
    if (open) dialog.showModal()
    else dialog.close()
  }, [open])

  return {
    ref,
    onClose: () => {
      if (open) onClose()
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
