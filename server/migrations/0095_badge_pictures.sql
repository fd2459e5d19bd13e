-- locks courses: access exclusive, instant
-- locks councils: access exclusive, instant
-- locks council_images: access exclusive, instant
--
-- The council's own picture of its badges, and of the badges of one course: the hash of one of its images. A badge names its
-- picture in what is signed, so that a badge never changes.
alter table councils add column badge_image text collate "C";
alter table courses add column badge_image text collate "C";
-- Since when it is a picture of badges. Such an image is kept for good, because badges name it.
alter table council_images add column badge_since timestamptz;
