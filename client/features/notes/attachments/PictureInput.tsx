import type { Ref } from 'react'

interface PictureInputProps {
  ref: Ref<HTMLInputElement>
  onChoose: (files: readonly File[]) => void
}

/** Lists the types explicitly, so that phones convert photos in their own format to JPEG. */
const ACCEPTED_TYPES = 'image/jpeg,image/png,image/webp,image/gif'

/** The hidden file input that the toolbar button opens. */
export function PictureInput({ ref, onChoose }: PictureInputProps) {
  return (
    <input
      ref={ref}
      type="file"
      accept={ACCEPTED_TYPES}
      multiple
      hidden
      onChange={({ currentTarget }) => {
        onChoose([...(currentTarget.files ?? [])])
        // Fires `change` again when the same file is chosen twice.
        currentTarget.value = ''
      }}
    />
  )
}
