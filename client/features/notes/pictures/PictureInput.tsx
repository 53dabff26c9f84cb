import type { Ref } from 'react'

interface PictureInputProps {
  ref: Ref<HTMLInputElement>
  onChoose: (files: readonly File[]) => void
}

/** Named one by one: a phone then hands over its own kind of photo as a JPEG. */
const TYPES = 'image/jpeg,image/png,image/webp,image/gif'

/** Chooses pictures from the device; a tool opens it. */
export function PictureInput({ ref, onChoose }: PictureInputProps) {
  return (
    <input
      ref={ref}
      type="file"
      accept={TYPES}
      multiple
      hidden
      onChange={({ currentTarget }) => {
        onChoose([...(currentTarget.files ?? [])])
        // The same file may be chosen once more.
        currentTarget.value = ''
      }}
    />
  )
}
