import { t } from '#client/platform/language/language.ts'
import './visitorHome.css'

/** The product itself: a note with its comments, and a room on a phone. `npm run screenshots` takes the pictures. */
export function Screenshots() {
  return (
    <section className="screenshots">
      <Screenshot
        name="note"
        alt={t('home.noteScreenshot')}
        caption={t('home.noteCaption')}
        desktop={[1800, 1125]}
      />
      <Screenshot name="room" alt={t('home.roomScreenshot')} caption={t('home.roomCaption')} />
    </section>
  )
}

const MODES = [
  { mode: 'light', className: 'screenshots__light' },
  { mode: 'dark', className: 'screenshots__dark' },
]

interface ScreenshotProps {
  name: string
  alt: string
  caption: string
  /** Width and height of the picture for wide windows, where there is one. */
  desktop?: readonly [width: number, height: number]
}

/** One picture for each mode. The browser does not load the hidden one. */
function Screenshot({ name, alt, caption, desktop }: ScreenshotProps) {
  return (
    <figure>
      {MODES.map(({ mode, className }) => (
        <picture className={className} key={mode}>
          {desktop && (
            <source
              media="(min-width: 768px)"
              srcSet={`/screenshots/${name}-desktop-${mode}.webp`}
              width={desktop[0]}
              height={desktop[1]}
            />
          )}
          <img
            src={`/screenshots/${name}-phone-${mode}.webp`}
            width={780}
            height={1688}
            alt={alt}
            loading="lazy"
            decoding="async"
          />
        </picture>
      ))}
      <figcaption>{caption}</figcaption>
    </figure>
  )
}
