/** What profiles say of aims that are missed: `figure` is a part of the figure's name. Shown only while the aim is missed. */
export const reasons = []
