import { type Ref, useSyncExternalStore } from 'react'
import { t } from '#client/platform/language/language.ts'
import { Button } from '#client/ui/Button.tsx'
import type { Upload } from './picture.uploads.ts'
import type { Pictures } from './usePictures.ts'

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

/** The progress of the uploads, with buttons to retry or cancel them. */
export function PictureProgress({ pictures }: { pictures: Pictures }) {
  const uploads = useUploads(pictures)
  if (uploads.length === 0) return null
  const hasFailed = uploads.every(({ failure }) => failure !== null)
  return (
    <div className="writing__pictures">
      <p role={hasFailed ? 'status' : undefined}>
        {hasFailed
          ? t('notePictures.failed', { count: uploads.length })
          : t('notePictures.goingUp', { percent: percentOf(uploads) })}
      </p>
      {hasFailed && (
        <Button kind="quiet" onClick={pictures.retry}>
          {t('notePictures.again')}
        </Button>
      )}
      <Button kind="quiet" onClick={pictures.cancel}>
        {t('notePictures.stop')}
      </Button>
    </div>
  )
}

export function useUploads({ uploads }: Pictures): readonly Upload[] {
  return useSyncExternalStore(uploads.subscribe, uploads.state)
}

/** The progress of all files together. */
function percentOf(uploads: readonly Upload[]): number {
  const sum = (of: (upload: Upload) => number) => uploads.reduce((all, upload) => all + of(upload), 0)
  const share =
    sum(({ size, sent }) => size * sent) /
    Math.max(
      1,
      sum(({ size }) => size),
    )
  // The server still processes the picture after the last byte.
  return Math.min(99, Math.floor(share * 100))
}
