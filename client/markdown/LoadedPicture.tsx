import { useEffect, useState } from 'react'
import { t } from '#client/platform/language/language.ts'
import { PictureFrame } from './PictureFrame.tsx'
import { useFileOf } from './picture.files.ts'
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
  const [hasFailed, setFailed] = useState(false)
  useEffect(() => {
    if (!hasFailed) return
    const tryAgain = () => setFailed(false)
    window.addEventListener('online', tryAgain)
    return () => window.removeEventListener('online', tryAgain)
  }, [hasFailed])

  if (hasFailed) return <PictureFrame alt={alt} isAlone={isAlone} reason={t('markdown.pictureFailed')} />
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
      onError={() => setFailed(true)}
    />
  )
}
