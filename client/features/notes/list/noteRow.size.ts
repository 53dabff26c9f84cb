/** How high a row is whose note has a text, so that the stand-ins are as high. */
export const NOTE_ROW_PX = 88
