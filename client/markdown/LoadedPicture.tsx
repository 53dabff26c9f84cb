import { use } from 'react'
import { usePicture } from '#client/platform/browser/usePicture.ts'
import { t } from '#client/platform/language/language.ts'
import { Button } from '#client/ui/Button.tsx'
import { PictureFrame } from './PictureFrame.tsx'
import { useFileOf } from './picture.files.ts'
import { WithinHolder } from './picture.place.ts'
import { type PictureSize, rememberSize, sizeOf } from './picture.sizes.ts'

interface LoadedPictureProps {
  address: string
  /** Where the text tells it; else what is remembered of it. */
  size?: PictureSize
  alt: string
  title: string | undefined
  isAlone: boolean
}

/** A picture, loaded when it comes near the screen; in words where it cannot be had, until the line is back. */
export function LoadedPicture({ address, size, alt, title, isAlone }: LoadedPictureProps) {
  const file = useFileOf(address)
  const isKept = size === undefined && !address.startsWith('blob:')
  const isHeld = use(WithinHolder)
  const { hasFailed, image, retry } = usePicture(file ?? address)

  if (hasFailed)
    return (
      <PictureFrame
        alt={
          alt && (
            <span role="img" aria-label={alt}>
              {alt}
            </span>
          )
        }
        size={size}
        address={address}
        isAlone={isAlone}
        reason={t('markdown.pictureFailed')}
      >
        {!isHeld && (
          <Button kind="quiet" className="md-picture__show no-print" onClick={retry}>
            {t('common.retry')}
          </Button>
        )}
      </PictureFrame>
    )
  return (
    <img
      src={file ?? address}
      alt={alt}
      title={title}
      {...(size ?? sizeOf(address))}
      loading="lazy"
      decoding="async"
      referrerPolicy="no-referrer"
      onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) =>
        isKept && rememberSize(address, { width: naturalWidth, height: naturalHeight })
      }
      {...image}
    />
  )
}
