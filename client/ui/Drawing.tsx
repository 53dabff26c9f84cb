import type { ReactNode } from 'react'
import './Drawing.css'

/** Line drawings of empty states, in a 144 × 96 box: manuscript paper and one thing beside it. */
const drawings = {
  notes: (
    <>
      <path className="drawing__back" d="M46 14l66-6a4 4 0 0 1 4 4l5 60a4 4 0 0 1-4 4l-66 6z" />
      <rect className="drawing__sheet" x="30" y="14" width="72" height="72" rx="4" />
      <path className="drawing__grid" d="M30 22h72M36 30h60v14H36zM36 50h60v14H36zM36 70h60v10H36z" />
      <path
        className="drawing__grid"
        d="M51 30v14M66 30v14M81 30v14M51 50v14M66 50v14M81 50v14M51 70v10M66 70v10M81 70v10"
      />
      <path className="drawing__ink" d="M40 34h7v7M55 33.5v7h7M40 54h7v7" />
      <g transform="translate(58 60) rotate(-42)">
        <path className="drawing__sheet" d="M0 0l11-5h43a5 5 0 0 1 0 10H11z" />
        <path className="drawing__line" d="M11-5v10M46-5v10" />
        <path className="drawing__tip" d="M0 0l4.5-2v4z" />
      </g>
    </>
  ),
  rooms: (
    <>
      <path
        className="drawing__sheet"
        d="M30 12h54a10 10 0 0 1 10 10v24a10 10 0 0 1-10 10H42L28 68V56a10 10 0 0 1-8-10V22a10 10 0 0 1 10-10z"
      />
      <path
        className="drawing__grid"
        d="M29 20h56v12H29zM29 36h42v12H29zM43 20v12M57 20v12M71 20v12M43 36v12M57 36v12"
      />
      <path className="drawing__ink" d="M33 23.5h6v6M47 23.5v5h6M61 23.5h6v6h-6z" />
      <path
        className="drawing__back drawing__back--front"
        d="M72 40h42a10 10 0 0 1 10 10v16a10 10 0 0 1-8 10v12L102 76H72a10 10 0 0 1-10-10V50a10 10 0 0 1 10-10z"
      />
      <path className="drawing__line" d="M72 52h12v12H72zM87 52h12v12H87zM102 52h12v12h-12z" />
      <path className="drawing__tip" d="M75 55h6v6h-6zM90 55h6v6h-6z" />
    </>
  ),
  inbox: (
    <>
      <path className="drawing__back" d="M28 44L72 16l44 28v36a5 5 0 0 1-5 5H33a5 5 0 0 1-5-5z" />
      <rect className="drawing__sheet" x="40" y="8" width="64" height="62" rx="4" />
      <path
        className="drawing__grid"
        d="M40 15h64M47 22h50v12H47zM47 39h50v12H47zM59.5 22v12M72 22v12M84.5 22v12M59.5 39v12M72 39v12M84.5 39v12"
      />
      <path className="drawing__ink" d="M50.5 25.5h5.5v5.5M63 25.5v5h5.5" />
      <path
        className="drawing__sheet"
        d="M28 44l40 26a8 8 0 0 0 8 0l40-26v38a5 5 0 0 1-5 5H33a5 5 0 0 1-5-5z"
      />
      <path className="drawing__line" d="M30 86l27-22M114 86L87 64" />
      <circle className="drawing__seal" cx="72" cy="71" r="6" />
    </>
  ),
  search: (
    <>
      <rect className="drawing__sheet" x="24" y="12" width="74" height="72" rx="4" />
      <path className="drawing__grid" d="M24 20h74M30 28h62v13H30zM30 46h62v13H30zM30 64h62v13H30z" />
      <path
        className="drawing__grid"
        d="M45.5 28v13M61 28v13M76.5 28v13M45.5 46v13M61 46v13M76.5 46v13M45.5 64v13M61 64v13M76.5 64v13"
      />
      <path className="drawing__ink" d="M34 31.5h7v6.5M50 31.5v6h7" />
      <circle className="drawing__lens" cx="88" cy="50" r="23" />
      <path className="drawing__grid" d="M69 38h38M69 62h38M76 31v38M100 31v38" />
      <path className="drawing__ink drawing__ink--empty" d="M80 42h16v16H80z" />
      <circle className="drawing__rim" cx="88" cy="50" r="23" />
      <path className="drawing__handle" d="M105 67l15 15" />
    </>
  ),
  trash: (
    <>
      <rect
        className="drawing__sheet"
        x="60"
        y="6"
        width="46"
        height="52"
        rx="4"
        transform="rotate(12 83 32)"
      />
      <g transform="rotate(12 83 32)">
        <path
          className="drawing__grid"
          d="M60 13h46M65 19h36v10H65zM65 33h36v10H65zM77 19v10M89 19v10M77 33v10M89 33v10"
        />
        <path className="drawing__ink" d="M68 21.500h5v5M80 21.500v5h5" />
      </g>
      <path
        className="drawing__back drawing__back--front"
        d="M36 42h72l-6 42a6 6 0 0 1-6 5H48a6 6 0 0 1-6-5z"
      />
      <path className="drawing__line" d="M30 42h84M56 54l3 24M72 54v24M88 54l-3 24" />
    </>
  ),
} satisfies Record<string, ReactNode>

export type DrawingName = keyof typeof drawings

/** Decorative: the text below it says what is missing. */
export function Drawing({ name }: { name: DrawingName }) {
  return (
    <svg className="drawing" viewBox="0 0 144 96" aria-hidden="true">
      {drawings[name]}
    </svg>
  )
}
