import { useEffect, useState } from 'react'
import { t } from '#client/platform/language/language.ts'
import { PictureFrame } from './PictureFrame.tsx'
import { rememberSize, sizeOf } from './picture.sizes.ts'

interface LoadedPictureProps {
  address: string
  alt: string
  title: string | undefined
  isAlone: boolean
}

/** A picture, loaded when it comes near the screen; in words where it cannot be had, until the line is back. */
export function LoadedPicture({ address, alt, title, isAlone }: LoadedPictureProps) {
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
      src={address}
      alt={alt}
      title={title}
      {...sizeOf(address)}
      loading="lazy"
      decoding="async"
      referrerPolicy="no-referrer"
      onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) =>
        rememberSize(address, { width: naturalWidth, height: naturalHeight })
      }
      onError={() => setFailed(true)}
    />
  )
}
