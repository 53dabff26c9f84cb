import type { CSSProperties, ReactNode } from 'react'
import { t } from '#client/platform/language/language.ts'
import { type PictureSize, sizeOf } from './picture.sizes.ts'

interface PictureFrameProps {
  /** What the picture shows, in words. */
  alt: ReactNode
  /** Why it is not here. */
  reason: string
  /** The same for paper, where nothing can be pressed. */
  reasonOnPaper?: string
  /** The picture's, when room as large as the picture is to be kept. */
  address?: string
  /** The same where the text tells it. */
  size?: PictureSize | undefined
  isAlone: boolean
  children?: ReactNode
}

/** In CSS pixels: a smaller place holds no button. */
const SMALLEST_SHEET = { width: 200, height: 120 }

/** Stands in the place of a picture: among words and for small pictures a part of the line, else a sheet of its size. */
export function PictureFrame({
  alt,
  reason,
  reasonOnPaper,
  address,
  isAlone,
  children,
  ...told
}: PictureFrameProps) {
  const size = told.size ?? (address === undefined ? undefined : sizeOf(address))
  const isSmall =
    size !== undefined && (size.width < SMALLEST_SHEET.width || size.height < SMALLEST_SHEET.height)
  const isSheet = isAlone && !isSmall
  const room = size && { '--width': `${size.width}px`, '--ratio': `${size.width} / ${size.height}` }
  return (
    <span
      className={isSheet ? 'md-picture md-picture--sheet' : 'md-picture'}
      style={room as CSSProperties | undefined}
    >
      {/* Signs in it that turn the direction of writing end with it. */}
      <bdi className="md-picture__alt">{alt || t('markdown.picture')}</bdi>
      {/* In a line the button says enough. */}
      {(isSheet || !children) && (
        <span className={reasonOnPaper === undefined ? undefined : 'no-print'}> {reason}</span>
      )}
      {reasonOnPaper !== undefined && <span className="md-picture__on-paper"> {reasonOnPaper}</span>}
      {children && <> {children}</>}
    </span>
  )
}
