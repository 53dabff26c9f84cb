import { useEffect, useRef } from 'react'

/** Focuses a field of a dialog as it appears, where no keyboard comes up over what the dialog is for. */
export function useFocusOnOpen<Field extends HTMLElement>() {
  const field = useRef<Field>(null)
  useEffect(() => {
    if (matchMedia('(pointer: fine)').matches) field.current?.focus()
  }, [])
  return field
}
